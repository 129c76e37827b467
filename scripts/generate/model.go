package main

import (
	"fmt"
	"reflect"
	"sort"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// cardinality is how often a field can occur on the wire, in the letter the wire tables use.
type cardinality byte

const (
	one     cardinality = '.' // not a pointer: Go always writes it
	pointer cardinality = '?'
	list    cardinality = '*'
	mapping cardinality = '%' // keys are always strings
)

// code is the wire and JSON form of one value, in the letter the wire tables use.
type code byte

const (
	codeString       code = 's'
	codeBool         code = 'b'
	codeInt32        code = 'i'
	codeInt64        code = 'l'
	codeDouble       code = 'd'
	codeBytes        code = 'y'
	codeMessage      code = 'm'
	codeTime         code = 'T'
	codeMicroTime    code = 'M'
	codeDuration     code = 'D'
	codeQuantity     code = 'Q'
	codeIntOrString  code = 'I'
	codeRawJSON      code = 'R' // RawExtension, FieldsV1, JSON: a message whose field 1 is JSON text
	codeSchemaOrBool code = 'B'
	codeSchemaOrList code = 'A'
	codeSchemaOrText code = 'S'
	codeStrings      code = 'V' // ExtraValue, Verbs: a message whose field 1 is repeated text
	codeAny          code = '-' // never in protobuf
)

const metaPackage = "k8s.io/apimachinery/pkg/apis/meta/v1"

// These write their own JSON, so their fields are not their JSON.
var specials = map[string]code{
	metaPackage + ".Time":                             codeTime,
	metaPackage + ".MicroTime":                        codeMicroTime,
	metaPackage + ".Duration":                         codeDuration,
	metaPackage + ".FieldsV1":                         codeRawJSON,
	"k8s.io/apimachinery/pkg/api/resource.Quantity":   codeQuantity,
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString": codeIntOrString,
	"k8s.io/apimachinery/pkg/runtime.RawExtension":    codeRawJSON,
}

func init() {
	for _, version := range []string{"v1", "v1beta1"} {
		prefix := "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/" + version + "."
		specials[prefix+"JSON"] = codeRawJSON
		specials[prefix+"JSONSchemaPropsOrBool"] = codeSchemaOrBool
		specials[prefix+"JSONSchemaPropsOrArray"] = codeSchemaOrList
		specials[prefix+"JSONSchemaPropsOrStringArray"] = codeSchemaOrText
	}
}

type field struct {
	json        string // empty when inline
	number      int    // 0 when the type has no protobuf
	cardinality cardinality
	code        code
	ref         *message // of codeMessage, and the schema inside the OrBool/OrArray unions
	omitEmpty   bool
	omitZero    bool
	strategy    string // of a strategic merge patch
	mergeKey    string
}

func (f field) inline() bool { return f.json == "" }

type message struct {
	file     string // core-v1
	name     string
	goType   reflect.Type
	fields   []field
	typeMeta bool
	kind     bool
}

func (m *message) hasProtobuf() bool {
	for _, f := range m.fields {
		if f.number == 0 {
			return false
		}
	}
	return true
}

// schemaName is the name of the type in the server's OpenAPI documents.
func (m *message) schemaName() string {
	path := strings.Split(m.goType.PkgPath(), "/")
	return "io.k8s." + strings.Join(path[1:], ".") + "." + m.name
}

type model struct {
	messages map[reflect.Type]*message
	files    map[string]string // package path to file
	versions map[string]schema.GroupVersion
}

// label is how a group is named in TypeScript: its first part, `core` for the group without a name.
func label(group string) string {
	if group == "" {
		return "core"
	}
	first, _, _ := strings.Cut(group, ".")
	return first
}

func fileOf(gv schema.GroupVersion) string { return label(gv.Group) + "-" + gv.Version }

func newModel(scheme *runtime.Scheme) *model {
	m := &model{
		messages: map[reflect.Type]*message{},
		files:    map[string]string{metaPackage: "meta-v1"},
		versions: map[string]schema.GroupVersion{"meta-v1": {Group: "meta.k8s.io", Version: "v1"}},
	}
	types := scheme.AllKnownTypes()
	for gvk, t := range types {
		if !isExternal(gvk, t) || t.PkgPath() == metaPackage {
			continue
		}
		file := fileOf(gvk.GroupVersion())
		if before, ok := m.files[t.PkgPath()]; ok && before != file {
			panic(fmt.Sprintf("%s has kinds of %s and of %s", t.PkgPath(), before, file))
		}
		if before, ok := m.versions[file]; ok && before != gvk.GroupVersion() {
			panic(fmt.Sprintf("%v and %v share the file name %s", before, gvk.GroupVersion(), file))
		}
		m.files[t.PkgPath()] = file
		m.versions[file] = gvk.GroupVersion()
	}
	for gvk, t := range types {
		if isExternal(gvk, t) {
			m.message(t).kind = true
		}
	}
	// In no kind today; a custom resource's Go types share it, and so does the codec.
	m.message(reflect.TypeFor[metav1.Condition]())
	return m
}

func isExternal(gvk schema.GroupVersionKind, t reflect.Type) bool {
	// InternalEvent holds a Go interface and never leaves a process.
	return gvk.Version != runtime.APIVersionInternal && t.Name() != "InternalEvent"
}

func (m *model) message(t reflect.Type) *message {
	if known, ok := m.messages[t]; ok {
		return known
	}
	file, ok := m.files[t.PkgPath()]
	if !ok {
		panic(fmt.Sprintf("%v is in no package that has kinds", t))
	}
	made := &message{file: file, name: t.Name(), goType: t}
	m.messages[t] = made
	for i := range t.NumField() {
		goField := t.Field(i)
		if goField.Type == reflect.TypeFor[metav1.TypeMeta]() && goField.Tag.Get("protobuf") == "" {
			made.typeMeta = true
			continue
		}
		if goField.Tag.Get("json") == "-" {
			continue
		}
		made.fields = append(made.fields, m.field(made, goField))
	}
	checkNames(made)
	return made
}

func (m *model) field(owner *message, goField reflect.StructField) field {
	where := owner.goType.String() + "." + goField.Name
	name, options, _ := strings.Cut(goField.Tag.Get("json"), ",")
	made := field{json: name, strategy: goField.Tag.Get("patchStrategy"), mergeKey: goField.Tag.Get("patchMergeKey")}
	for _, option := range strings.Split(options, ",") {
		switch option {
		case "omitempty":
			made.omitEmpty = true
		case "omitzero":
			made.omitZero = true
		case "", "inline":
		default:
			panic(where + ": the codec does not know the JSON option " + option)
		}
	}
	if parts := strings.Split(goField.Tag.Get("protobuf"), ","); len(parts) > 1 {
		number, err := strconv.Atoi(parts[1])
		if err != nil {
			panic(where + ": " + err.Error())
		}
		made.number = number
	}
	// The wire type comes from the Go type: the tags of 101 scalar fields say bytes.
	made.cardinality, made.code, made.ref = m.shape(where, goField.Type)
	if name == "" && (made.cardinality != one || made.code != codeMessage) {
		panic(where + ": only a struct can be inline")
	}
	if made.omitZero && made.code != codeTime {
		panic(where + ": teach the codec when a value of this type is zero")
	}
	return made
}

func (m *model) shape(where string, t reflect.Type) (cardinality, code, *message) {
	if isStringsMessage(t) {
		return pointer, codeStrings, nil
	}
	switch t.Kind() {
	case reflect.Pointer:
		c, ref := m.value(where, t.Elem())
		return pointer, c, ref
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return pointer, codeBytes, nil
		}
		c, ref := m.value(where, t.Elem())
		return list, c, ref
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			panic(where + ": the codec knows maps by strings only")
		}
		c, ref := m.value(where, t.Elem())
		return mapping, c, ref
	}
	c, ref := m.value(where, t)
	return one, c, ref
}

func (m *model) value(where string, t reflect.Type) (code, *message) {
	if isStringsMessage(t) {
		return codeStrings, nil
	}
	switch t.Kind() {
	case reflect.String:
		return codeString, nil
	case reflect.Bool:
		return codeBool, nil
	case reflect.Int32:
		return codeInt32, nil
	case reflect.Int64:
		return codeInt64, nil
	case reflect.Float64:
		return codeDouble, nil
	case reflect.Interface:
		return codeAny, nil
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return codeBytes, nil
		}
	case reflect.Struct:
		if special, ok := specials[t.PkgPath()+"."+t.Name()]; ok {
			if special == codeSchemaOrBool || special == codeSchemaOrList || special == codeSchemaOrText {
				schemaField, _ := t.FieldByName("Schema")
				return special, m.message(schemaField.Type.Elem())
			}
			return special, nil
		}
		if _, own := reflect.PointerTo(t).MethodByName("MarshalJSON"); own {
			panic(where + ": the codec does not know the JSON of " + t.String())
		}
		return codeMessage, m.message(t)
	}
	panic(where + ": the codec does not know " + t.String())
}

func isStringsMessage(t reflect.Type) bool {
	if t.Kind() != reflect.Slice || t.Elem().Kind() != reflect.String {
		return false
	}
	_, ok := reflect.PointerTo(t).MethodByName("Unmarshal")
	return ok
}

// checkNames refuses two fields of one JSON name, inline ones included: Go would drop one or both.
func checkNames(m *message) {
	seen := map[string]bool{}
	for _, f := range flatten(m) {
		if seen[f.json] {
			panic(m.goType.String() + " has two fields named " + f.json)
		}
		seen[f.json] = true
	}
}

// flatten gives the fields in the order of the JSON.
func flatten(m *message) []field {
	var flat []field
	for _, f := range m.fields {
		if f.inline() {
			flat = append(flat, flatten(f.ref)...)
		} else {
			flat = append(flat, f)
		}
	}
	return flat
}

// byFile gives the messages of each file, by name.
func (m *model) byFile() map[string][]*message {
	files := map[string][]*message{}
	for _, made := range m.messages {
		files[made.file] = append(files[made.file], made)
	}
	for _, messages := range files {
		sort.Slice(messages, func(i, j int) bool { return messages[i].name < messages[j].name })
	}
	return files
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
