package main

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// neverNull are the fields without omitempty whose validation refuses an empty value, so that no stored object has
// null there, though Go's types alone would allow it.
var neverNull = map[string]bool{
	"PodSpec.containers": true, "NodeSelector.nodeSelectorTerms": true, "HTTPIngressRuleValue.paths": true,
	"CustomResourceDefinitionSpec.versions": true, "Condition.lastTransitionTime": true,
	"DaemonSetSpec.selector": true, "DeploymentSpec.selector": true, "ReplicaSetSpec.selector": true,
	"StatefulSetSpec.selector": true, "APIResource.verbs": true, "PolicyRule.verbs": true,
	"HTTPIngressPath.pathType": true, "IngressClassParametersReference.scope": true, "Endpoint.addresses": true,
}

// serverSet are the fields of the metadata of an object that a server has stored.
var serverSet = []string{"name", "uid", "resourceVersion"}

var (
	objectMeta = reflect.TypeFor[metav1.ObjectMeta]()
	listMeta   = reflect.TypeFor[metav1.ListMeta]()
)

// kindFiles writes the interfaces of each group/version.
func kindFiles(m *model, f *facts) map[string]string {
	out := map[string]string{}
	for file, messages := range m.byFile() {
		w := &kindWriter{model: m, facts: f, file: file, names: map[string]bool{}, imports: map[string]map[string]string{}}
		for _, message := range messages {
			w.names[message.name] = true
		}
		for _, message := range messages {
			w.message(message)
		}
		out[file] = w.text()
	}
	return out
}

type kindWriter struct {
	model   *model
	facts   *facts
	file    string
	names   map[string]bool
	imports map[string]map[string]string // file, name, local name
	body    strings.Builder
}

func (w *kindWriter) text() string {
	var out strings.Builder
	out.WriteString(header)
	for _, file := range sortedKeys(w.imports) {
		var names []string
		for _, name := range sortedKeys(w.imports[file]) {
			if local := w.imports[file][name]; local != name {
				name += " as " + local
			}
			names = append(names, name)
		}
		fmt.Fprintf(&out, "import type { %s } from './%s.js';\n", strings.Join(names, ", "), file)
	}
	out.WriteString(w.body.String())
	return out.String()
}

func (w *kindWriter) message(m *message) {
	if m.goType == objectMeta {
		w.metadata(m)
		return
	}
	fmt.Fprintf(&w.body, "\nexport interface %s {\n", m.name)
	isObject := m.typeMeta && slices.ContainsFunc(m.fields, func(f field) bool {
		return f.json == "metadata" && (f.ref.goType == objectMeta || f.ref.goType == listMeta)
	})
	switch {
	case isObject && w.file != "meta-v1":
		fmt.Fprintf(&w.body, "  readonly apiVersion: '%s';\n  readonly kind: '%s';\n", w.model.versions[w.file].String(), m.name)
	case isObject:
		w.body.WriteString("  readonly apiVersion: string;\n  readonly kind: string;\n")
	case m.typeMeta:
		w.body.WriteString("  readonly apiVersion?: string;\n  readonly kind?: string;\n")
	}
	for _, f := range flatten(m) {
		w.field(m, f, isObject)
	}
	w.body.WriteString("}\n")
}

// metadata writes two types: that of objects a server has stored, and that of templates inside other objects.
func (w *kindWriter) metadata(m *message) {
	w.body.WriteString("\n/** The metadata of an object that a server returned. */\nexport interface ObjectMeta extends TemplateMeta {\n")
	for _, name := range serverSet {
		fmt.Fprintf(&w.body, "  readonly %s: string;\n", name)
	}
	w.body.WriteString("}\n\n/** The metadata of a template inside another object; the server has set nothing in it. */\nexport interface TemplateMeta {\n")
	for _, f := range flatten(m) {
		w.field(m, f, false)
	}
	w.body.WriteString("}\n\n/** An object inside another one: as it was written, not as a server returns it. */\n")
	w.body.WriteString("export type Embedded<T> = Omit<T, 'apiVersion' | 'kind' | 'metadata' | 'status'> & {\n")
	w.body.WriteString("  readonly apiVersion?: string;\n  readonly kind?: string;\n  readonly metadata?: TemplateMeta;\n")
	w.body.WriteString("  readonly status?: T extends { readonly status?: infer Status } ? Status : never;\n};\n")
}

func (w *kindWriter) field(owner *message, f field, ofObject bool) {
	isList := ofObject && f.json == "items"
	optional := f.omitEmpty || f.omitZero
	null := false
	switch {
	case isList:
	case neverNull[owner.name+"."+f.json]:
	case !optional && f.cardinality != one:
		null = true
	case f.cardinality == one && !f.omitZero && (f.code == codeTime || f.code == codeMicroTime):
		null = true
	}
	// A struct that is no pointer is always in the JSON. Inside an object that matters to readers; further in, a
	// required field would only stand in the way of who writes one.
	if ofObject && f.cardinality == one && f.code == codeMessage {
		optional = false
	}
	mark := ""
	if optional {
		mark = "?"
	}
	name := f.json
	if !isIdentifier(name) {
		name = "'" + name + "'"
	}
	text := w.fieldType(owner, f, ofObject)
	if null && text != "unknown" {
		text += " | null"
	}
	fmt.Fprintf(&w.body, "  readonly %s%s: %s;\n", name, mark, text)
}

func (w *kindWriter) fieldType(owner *message, f field, ofObject bool) string {
	text := w.valueType(owner, f, ofObject)
	switch f.cardinality {
	case list:
		if strings.Contains(text, "|") || strings.Contains(text, "readonly ") {
			text = "(" + text + ")"
		}
		return "readonly " + text + "[]"
	case mapping:
		return "Readonly<Record<string, " + text + ">>"
	}
	return text
}

func (w *kindWriter) valueType(owner *message, f field, ofObject bool) string {
	switch f.code {
	case codeBool:
		return "boolean"
	case codeInt32, codeInt64, codeDouble:
		return "number"
	case codeIntOrString:
		return "number | string"
	case codeRawJSON, codeAny:
		return "unknown"
	case codeStrings:
		return "readonly string[]"
	case codeSchemaOrBool:
		return w.use(f.ref) + " | boolean"
	case codeSchemaOrList:
		return w.use(f.ref) + " | readonly " + w.use(f.ref) + "[]"
	case codeSchemaOrText:
		return w.use(f.ref) + " | readonly string[]"
	case codeMessage:
		if f.ref.goType == objectMeta && !ofObject {
			return w.name("meta-v1", "TemplateMeta")
		}
		if f.ref.kind && f.ref.typeMeta && !(ofObject && f.json == "items") && hasObjectMeta(f.ref) {
			return w.name("meta-v1", "Embedded") + "<" + w.use(f.ref) + ">"
		}
		return w.use(f.ref)
	case codeString:
		if values := w.facts.rule(owner, f.json).Enum; len(values) > 0 && f.cardinality != mapping {
			var quoted []string
			for _, value := range values {
				quoted = append(quoted, strconv.Quote(value))
			}
			// A newer server may know more values; the literals are for completion and spelling.
			return strings.ReplaceAll(strings.Join(quoted, " | "), `"`, "'") + " | (string & {})"
		}
	}
	return "string"
}

func hasObjectMeta(m *message) bool {
	return slices.ContainsFunc(m.fields, func(f field) bool { return f.json == "metadata" && f.ref.goType == objectMeta })
}

func (w *kindWriter) use(m *message) string { return w.name(m.file, m.name) }

// name imports a type of another file, under another name where this file has one of that name.
func (w *kindWriter) name(file, name string) string {
	if file == w.file {
		return name
	}
	local := name
	if w.names[name] {
		group := alias(file)
		local = strings.ToUpper(group[:1]) + group[1:] + name
	}
	if w.imports[file] == nil {
		w.imports[file] = map[string]string{}
	}
	w.imports[file][name] = local
	return local
}

func isIdentifier(name string) bool {
	for _, r := range name {
		if !(r == '_' || r == '$' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') {
			return false
		}
	}
	return true
}
