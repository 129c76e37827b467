package main

import (
	"fmt"
	"sort"
	"strings"
	"unicode"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

var verbLetters = map[string]string{
	"create": "c", "delete": "d", "deletecollection": "D", "get": "g", "list": "l", "patch": "p", "update": "u", "watch": "w",
}

// byVersion gives the resources of each group/version, groups by label, versions by the server's preference.
func byVersion(f *facts) ([]schema.GroupVersion, map[schema.GroupVersion][]resource) {
	grouped := map[schema.GroupVersion][]resource{}
	var versions []schema.GroupVersion
	for _, r := range f.Resources {
		gv := schema.GroupVersion{Group: r.Group, Version: r.Version}
		if grouped[gv] == nil {
			versions = append(versions, gv)
		}
		grouped[gv] = append(grouped[gv], r)
	}
	sort.SliceStable(versions, func(i, j int) bool {
		if versions[i].Group != versions[j].Group {
			return label(versions[i].Group) < label(versions[j].Group)
		}
		return versions[i].Version < versions[j].Version
	})
	return versions, grouped
}

// accessor is the resource in the spelling of its kind: replicasets of ReplicaSet is replicaSets.
func accessor(r resource) string {
	shared := 0
	for shared < len(r.Kind) && shared < len(r.Resource) && unicode.ToLower(rune(r.Kind[shared])) == rune(r.Resource[shared]) {
		shared++
	}
	name := []rune(r.Kind[:shared] + r.Resource[shared:])
	// A leading acronym goes down as a whole: CSIDrivers is csiDrivers.
	for i := range name {
		if !unicode.IsUpper(name[i]) || (i > 0 && i+1 < len(name) && unicode.IsLower(name[i+1])) {
			break
		}
		name[i] = unicode.ToLower(name[i])
	}
	return string(name)
}

func resourceTree(m *model, f *facts) string {
	versions, grouped := byVersion(f)
	var out strings.Builder
	out.WriteString(header)
	out.WriteString("import type { ResourceRef } from '../meta/index.js';\n")
	for _, gv := range versions {
		fmt.Fprintf(&out, "import type * as %s from './kinds/%s.js';\n", alias(fileOf(gv)), fileOf(gv))
	}
	out.WriteString("\n/** Every built-in resource, by group, version and the plural of its kind. Groups go by their first part: `networking` is `networking.k8s.io`. */\n")
	out.WriteString("export interface ResourceTree {\n")
	for i, gv := range versions {
		if i == 0 || versions[i-1].Group != gv.Group {
			fmt.Fprintf(&out, "  readonly %s: {\n", label(gv.Group))
		}
		fmt.Fprintf(&out, "    readonly %s: {\n", gv.Version)
		for _, r := range grouped[gv] {
			fmt.Fprintf(&out, "      readonly %s: ResourceRef<%s.%s, '%s'>;\n", accessor(r), alias(fileOf(gv)), r.Kind, r.Scope)
		}
		out.WriteString("    };\n")
		if i+1 == len(versions) || versions[i+1].Group != gv.Group {
			out.WriteString("  };\n")
		}
	}
	out.WriteString("}\n")
	return out.String()
}

func alias(file string) string {
	group, version, _ := strings.Cut(file, "-")
	return group + strings.ToUpper(version[:1]) + version[1:]
}

// resourceTables writes a line a resource: accessor, resource, singular, kind, scope, verbs, short names, categories,
// subresources; `-` where there is nothing.
func resourceTables(f *facts) string {
	versions, grouped := byVersion(f)
	var out strings.Builder
	out.WriteString(header)
	fmt.Fprintf(&out, "\n/** The release of the server that the resources were read from. */\nexport const kubernetesRelease = '%s';\n", f.Release)
	out.WriteString("\n/** For each group and version a line a resource. `resources.ts` reads a text when the version is first used. */\n")
	out.WriteString("export const resourceTables: readonly (readonly [label: string, group: string, version: string, lines: string])[] = [\n")
	for _, gv := range versions {
		fmt.Fprintf(&out, "  ['%s', '%s', '%s', `", label(gv.Group), gv.Group, gv.Version)
		for _, r := range grouped[gv] {
			var subresources []string
			for _, s := range r.Subresources {
				subresources = append(subresources, s.Name+"="+s.Kind+"="+letters(s.Verbs))
			}
			fmt.Fprintf(&out, "\n%s %s %s %s %c %s %s %s %s", accessor(r), r.Resource, r.Singular, r.Kind, r.Scope[0],
				letters(r.Verbs), words(r.ShortNames), words(r.Categories), words(subresources))
		}
		out.WriteString("`],\n")
	}
	out.WriteString("];\n")
	return out.String()
}

func letters(verbs []string) string {
	var out strings.Builder
	for _, verb := range verbs {
		letter, ok := verbLetters[verb]
		if !ok {
			panic("no letter for the verb " + verb)
		}
		out.WriteString(letter)
	}
	return out.String()
}

func words(all []string) string {
	if len(all) == 0 {
		return "-"
	}
	return strings.Join(all, ",")
}
