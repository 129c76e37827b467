package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// facts is what dump-facts.mjs read from a server.
type facts struct {
	Release   string                 `json:"release"`
	Resources []resource             `json:"resources"`
	Schemas   map[string]schemaRules `json:"schemas"`
}

type resource struct {
	Group        string        `json:"group"`
	Version      string        `json:"version"`
	Resource     string        `json:"resource"`
	Singular     string        `json:"singular"`
	Kind         string        `json:"kind"`
	Scope        string        `json:"scope"`
	Verbs        []string      `json:"verbs"`
	ShortNames   []string      `json:"shortNames"`
	Categories   []string      `json:"categories"`
	Subresources []subresource `json:"subresources"`
}

type subresource struct {
	Name  string   `json:"name"`
	Kind  string   `json:"kind"`
	Verbs []string `json:"verbs"`
}

type schemaRules struct {
	Required []string              `json:"required,omitempty"`
	MapType  string                `json:"mapType,omitempty"`
	Fields   map[string]*fieldRule `json:"fields,omitempty"`
}

// fieldRule is also what merge-rules.ts holds; the order here is the order there.
type fieldRule struct {
	PatchStrategy string          `json:"patchStrategy,omitempty"`
	PatchMergeKey string          `json:"patchMergeKey,omitempty"`
	ListType      string          `json:"listType,omitempty"`
	ListKeys      []string        `json:"listKeys,omitempty"`
	MapType       string          `json:"mapType,omitempty"`
	Enum          []string        `json:"enum,omitempty"`
	Default       json.RawMessage `json:"default,omitempty"`
}

func readFacts(file string) (*facts, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	read := &facts{}
	if err := json.Unmarshal(text, read); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return read, nil
}

func (f *facts) rule(m *message, name string) *fieldRule {
	if rule := f.Schemas[m.schemaName()].Fields[name]; rule != nil {
		return rule
	}
	return &fieldRule{}
}
