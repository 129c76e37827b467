// Command wire-truth fills random instances of every built-in kind and says what Go makes of them, a line of JSON each:
// the protobuf, the JSON of that protobuf decoded again, and the protobuf of that JSON where it is not the first.
//
//	go run . --instances 100 --seed 1
//	go run . --durations
//	go run . --headers
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"reflect"
	"sort"

	"k8s.io/apimachinery/pkg/api/apitesting/fuzzer"
	genericfuzzer "k8s.io/apimachinery/pkg/apis/meta/fuzzer"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	kjson "sigs.k8s.io/json"

	"kube-informer/scripts/generate/scheme"
)

type message interface {
	Marshal() ([]byte, error)
	Unmarshal([]byte) error
}

// line is one instance. Again is absent when Go writes the same bytes for the JSON as it wrote at first.
type line struct {
	APIVersion string          `json:"apiVersion"`
	Kind       string          `json:"kind"`
	Bytes      []byte          `json:"bytes"`
	Again      []byte          `json:"again,omitempty"`
	JSON       json.RawMessage `json:"json"`
}

func main() {
	instances := flag.Int("instances", 100, "how many of each kind")
	seed := flag.Int64("seed", 1, "of the random numbers")
	largest := flag.Int("largest", 1<<20, "leave out instances of more bytes")
	durations := flag.Bool("durations", false, "write durations only")
	headers := flag.Bool("headers", false, "write blocks of HTTP/2 headers only")
	flag.Parse()
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if *durations {
		writeDurations(encoder, rand.New(rand.NewSource(*seed)), *instances)
		return
	}
	if *headers {
		writeHeaders(encoder, rand.New(rand.NewSource(*seed)), *instances)
		return
	}
	known := scheme.New()
	funcs := fuzzer.MergeFuzzerFuncs(genericfuzzer.Funcs, func(serializer.CodecFactory) []any { return fillers() })
	for _, gvk := range kinds(known) {
		// A source for each kind: a new kind does not change the instances of the others.
		source := rand.NewSource(*seed + int64(len(gvk.String())))
		filler := fuzzer.FuzzerFor(funcs, source, serializer.NewCodecFactory(known)).NumElements(0, 3)
		random := rand.New(source)
		for made, tried := 0, 0; made < *instances; tried++ {
			if tried > 50**instances+100 {
				fmt.Fprintln(os.Stderr, "wire-truth: no instances small enough of", gvk)
				os.Exit(1)
			}
			object, err := known.New(gvk)
			must(err)
			// The first is the zero object; then objects that are filled, some with text that is no UTF-8.
			if made > 0 {
				filler.Fill(object)
				if random.Intn(8) == 0 {
					spoilText(reflect.ValueOf(object).Elem(), random)
				}
			}
			if truth, ok := truthOf(gvk, object.(message)); ok && len(truth.Bytes) <= *largest {
				must(encoder.Encode(truth))
				made++
			}
		}
	}
}

// kinds are the external kinds with protobuf; those that every group/version has, once.
func kinds(known *runtime.Scheme) []schema.GroupVersionKind {
	var all []schema.GroupVersionKind
	for gvk, t := range known.AllKnownTypes() {
		if _, ok := reflect.New(t).Interface().(message); !ok || gvk.Version == runtime.APIVersionInternal {
			continue
		}
		isShared := t.PkgPath() == "k8s.io/apimachinery/pkg/apis/meta/v1"
		if isShared && gvk.Group != "meta.k8s.io" && gvk.Group != "" {
			continue
		}
		all = append(all, gvk)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].String() < all[j].String() })
	return all
}

func truthOf(gvk schema.GroupVersionKind, object message) (line, bool) {
	first, err := object.Marshal()
	must(err)
	decoded := reflect.New(reflect.TypeOf(object).Elem()).Interface().(message)
	must(decoded.Unmarshal(first))
	text, err := json.Marshal(decoded)
	if err != nil {
		return line{}, false
	}
	fromJSON := reflect.New(reflect.TypeOf(object).Elem()).Interface().(message)
	must(kjson.UnmarshalCaseSensitivePreserveInts(text, fromJSON))
	again, err := fromJSON.Marshal()
	must(err)
	if bytes.Equal(first, again) {
		again = nil
	}
	return line{APIVersion: gvk.GroupVersion().String(), Kind: gvk.Kind, Bytes: first, Again: again, JSON: text}, true
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
