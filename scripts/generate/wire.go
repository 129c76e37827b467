package main

import (
	"fmt"
	"strings"
)

// wireTables writes one text for each group/version: a line a message, a word a field. src/wire/codec reads it.
//
//	!Pod metadata:1.em meta-v1/ObjectMeta …
//
// A `!` marks a kind; a field is its JSON name (none: inline), its number, how often it occurs, whether an empty (e)
// or zero (z) value is left out of the JSON, what it holds, and of which message.
func wireTables(m *model) string {
	var out strings.Builder
	out.WriteString(header)
	out.WriteString("\n/** The protobuf messages of each group/version, by `apiVersion`. The codec reads a text when the first object of it arrives. */\n")
	out.WriteString("export const wireTables: Readonly<Record<string, string>> = {\n")
	files := m.byFile()
	for _, file := range sortedKeys(files) {
		fmt.Fprintf(&out, "  '%s': `", m.versions[file].String())
		for _, message := range files[file] {
			if !message.hasProtobuf() {
				continue
			}
			out.WriteString("\n")
			if message.kind {
				out.WriteString("!")
			}
			out.WriteString(message.name)
			for _, f := range message.fields {
				omit := "-"
				if f.omitZero {
					omit = "z"
				} else if f.omitEmpty {
					omit = "e"
				}
				fmt.Fprintf(&out, " %s:%d%c%s%c", f.json, f.number, f.cardinality, omit, f.code)
				if f.ref != nil {
					if f.ref.file != file {
						out.WriteString(m.versions[f.ref.file].String() + ":")
					}
					out.WriteString(f.ref.name)
				}
			}
		}
		out.WriteString("`,\n")
	}
	out.WriteString("};\n")
	return out.String()
}
