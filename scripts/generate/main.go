// Command generate writes src/generated: the TypeScript of every built-in kind, the resources of a server and the wire
// tables of the codec. It reads the Go types of the release in go.mod, and facts.json for what only a server knows.
//
//	go run . --facts facts.json --out ../../src/generated
package main

import (
	"embed"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"kube-informer/scripts/generate/scheme"
)

const header = "// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.\n"

//go:embed templates/*.tmpl
var templates embed.FS

func main() {
	factsFile := flag.String("facts", "facts.json", "what a server says about its resources and schemas")
	out := flag.String("out", "", "the folder to write")
	flag.Parse()
	if err := run(*factsFile, *out); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(factsFile, out string) error {
	facts, err := readFacts(factsFile)
	if err != nil {
		return err
	}
	m := newModel(scheme.New())
	files := map[string]string{
		"wire-tables.ts":     wireTables(m),
		"merge-rules.ts":     mergeRules(m, facts),
		"resource-tree.ts":   resourceTree(m, facts),
		"resource-tables.ts": resourceTables(facts),
	}
	entries, err := templates.ReadDir("templates")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		text, err := templates.ReadFile("templates/" + entry.Name())
		if err != nil {
			return err
		}
		files[strings.TrimSuffix(entry.Name(), ".tmpl")] = header + string(text)
	}
	for file, text := range kindFiles(m, facts) {
		files[filepath.Join("kinds", file+".ts")] = text
	}
	for _, name := range sortedKeys(files) {
		path := filepath.Join(out, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(files[name]), 0o644); err != nil {
			return err
		}
	}
	return nil
}
