package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// mergeRules writes what a server needs to know of a field beyond its type, a line a message.
func mergeRules(m *model, f *facts) string {
	var out strings.Builder
	out.WriteString(header)
	out.WriteString("\n/** How fields merge, what they allow and what they are by default: for each `apiVersion` a line a message, its name and JSON. */\n")
	out.WriteString("export const mergeRules: Readonly<Record<string, string>> = {\n")
	files := m.byFile()
	for _, file := range sortedKeys(files) {
		var lines []string
		for _, message := range files[file] {
			rules := rulesOf(message, f)
			if len(rules.Required) == 0 && rules.MapType == "" && len(rules.Fields) == 0 {
				continue
			}
			var line bytes.Buffer
			encoder := json.NewEncoder(&line)
			encoder.SetEscapeHTML(false)
			if err := encoder.Encode(rules); err != nil {
				panic(err)
			}
			text := strings.TrimSpace(line.String())
			if strings.ContainsAny(text, "`\\$") {
				panic(message.name + ": escape this for a template literal: " + text)
			}
			lines = append(lines, message.name+" "+text)
		}
		if len(lines) > 0 {
			fmt.Fprintf(&out, "  '%s': `\n%s`,\n", m.versions[file].String(), strings.Join(lines, "\n"))
		}
	}
	out.WriteString("};\n")
	return out.String()
}

func rulesOf(m *message, f *facts) schemaRules {
	known := f.Schemas[m.schemaName()]
	rules := schemaRules{Required: known.Required, MapType: known.MapType, Fields: map[string]*fieldRule{}}
	for _, field := range flatten(m) {
		rule := *f.rule(m, field.json)
		rule.PatchStrategy, rule.PatchMergeKey = field.strategy, field.mergeKey
		if text, _ := json.Marshal(rule); string(text) != "{}" {
			rules.Fields[field.json] = &rule
		}
	}
	return rules
}
