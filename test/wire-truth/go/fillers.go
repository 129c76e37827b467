package main

import (
	"encoding/json"
	"math"
	"math/rand"
	"reflect"
	"strconv"
	"time"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensionsv1beta1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/randfill"
)

var words = []string{"", "a", "web", "app.kubernetes.io/name", "__proto__", "constructor", "naïve", "日本語", "a\u2028b", "<&>", "\"\\\n\t\x00", "😀 smile", "10", "2", "\uffff"}

// fillers replace those of apimachinery where they avoid what a decoder must get right, or make what cannot be JSON.
func fillers() []any {
	return []any{
		func(s *string, c randfill.Continue) {
			if c.Intn(3) == 0 {
				*s = words[c.Intn(len(words))]
			} else {
				*s = c.String(20)
			}
		},
		func(i *int64, c randfill.Continue) { *i = someInt64(c) },
		func(i *int32, c randfill.Continue) {
			*i = []int32{0, 1, -1, 127, 128, 65_536, math.MaxInt32, math.MinInt32, c.Int31(), -c.Int31()}[c.Intn(10)]
		},
		func(f *float64, c randfill.Continue) {
			*f = []float64{0, math.Copysign(0, -1), 1, -1.5, 1e21, 1e-7, math.MaxFloat64, math.SmallestNonzeroFloat64, c.NormFloat64()}[c.Intn(9)]
		},
		func(t *metav1.Time, c randfill.Continue) { t.Time = someTime(c) },
		func(t *metav1.MicroTime, c randfill.Continue) { t.Time = someTime(c) },
		func(q *resource.Quantity, c randfill.Continue) {
			texts := []string{"0", "1", "100m", "1Gi", "1.5", "12e6", "1n", "-3", "9223372036854775807", "1Ei", "0.1", "5u"}
			*q = resource.MustParse(texts[c.Intn(len(texts))])
		},
		func(i *intstr.IntOrString, c randfill.Continue) {
			*i = []intstr.IntOrString{intstr.FromInt32(0), intstr.FromInt32(-8080), intstr.FromString(""), intstr.FromString("50%"), intstr.FromInt32(c.Int31())}[c.Intn(5)]
		},
		func(r *runtime.RawExtension, c randfill.Continue) { r.Raw = someJSON(c) },
		func(f *metav1.ManagedFieldsEntry, c randfill.Continue) {
			c.FillNoCustom(f)
			f.FieldsV1 = []*metav1.FieldsV1{nil, {}, metav1.NewFieldsV1(`{"f:metadata":{"f:labels":{".":{},"f:app":{}}}}`)}[c.Intn(3)]
		},
		func(m *metav1.ObjectMeta, c randfill.Continue) { c.FillNoCustom(m) },
		func(m *metav1.ListMeta, c randfill.Continue) { c.FillNoCustom(m) },
		func(s *metav1.LabelSelector, c randfill.Continue) { c.FillNoCustom(s) },
		func(j *apiextensionsv1.JSON, c randfill.Continue) { j.Raw = someJSON(c) },
		func(j *apiextensionsv1beta1.JSON, c randfill.Continue) { j.Raw = someJSON(c) },
		func(s *apiextensionsv1.JSONSchemaProps, c randfill.Continue) {
			fillSchema(reflect.ValueOf(s).Elem(), c)
		},
		func(s *apiextensionsv1beta1.JSONSchemaProps, c randfill.Continue) {
			fillSchema(reflect.ValueOf(s).Elem(), c)
		},
		func(s *apiextensionsv1.JSONSchemaPropsOrBool, c randfill.Continue) {
			c.FillNoCustom(s)
			s.Allows = s.Allows || s.Schema != nil
		},
		func(s *apiextensionsv1beta1.JSONSchemaPropsOrBool, c randfill.Continue) {
			c.FillNoCustom(s)
			s.Allows = s.Allows || s.Schema != nil
		},
	}
}

// Few are beyond what a JavaScript number holds: those lose digits in JSON.parse and cannot be encoded again.
func someInt64(c randfill.Continue) int64 {
	if c.Intn(200) == 0 {
		return int64(c.Uint64())
	}
	return []int64{0, 1, -1, 128, 1 << 31, 1 << 32, -(1 << 40), 1<<53 - 1, -(1<<53 - 1), c.Int63n(1 << 53)}[c.Intn(10)]
}

func someTime(c randfill.Continue) time.Time {
	switch c.Intn(6) {
	case 0:
		return time.Time{}
	case 1:
		return time.Unix(0, 0)
	case 2:
		// Years of four digits, as JSON allows.
		return time.Unix(c.Int63n(253_402_300_800+62_135_596_800)-62_135_596_800, c.Int63n(1_000_000_000))
	default:
		return time.Unix(c.Int63n(1<<32), c.Int63n(1_000_000_000))
	}
}

func someJSON(c randfill.Continue) []byte {
	switch c.Intn(6) {
	case 0:
		return nil
	case 1:
		return []byte(`{"__proto__":{"polluted":true},"constructor":1}`)
	case 2:
		return []byte(`[1,-0.5,"<&>",null,{"b":1,"a":2}]`)
	case 3:
		return []byte(`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web"}}`)
	case 4:
		return []byte(`"text"`)
	default:
		text, err := json.Marshal(map[string]any{c.String(5): c.String(10), "n": c.Int31()})
		must(err)
		return text
	}
}

// fillSchema fills few of the fields: each of the many that hold schemas again would fill schemas again.
func fillSchema(schema reflect.Value, c randfill.Continue) {
	for i := range schema.NumField() {
		if c.Intn(24) < 2 {
			c.Fill(schema.Field(i).Addr().Interface())
		}
	}
}

// spoilText makes one text of an object invalid UTF-8.
func spoilText(value reflect.Value, random *rand.Rand) {
	var texts []reflect.Value
	var find func(reflect.Value)
	find = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if !v.IsNil() {
				find(v.Elem())
			}
		case reflect.Slice:
			for i := range v.Len() {
				find(v.Index(i))
			}
		case reflect.Struct:
			switch v.Interface().(type) {
			case resource.Quantity, metav1.Time, metav1.MicroTime, metav1.TypeMeta:
				return
			}
			for i := range v.NumField() {
				find(v.Field(i))
			}
		case reflect.String:
			if v.CanSet() {
				texts = append(texts, v)
			}
		}
	}
	find(value)
	if len(texts) > 0 {
		bad := []string{"\xff", "a\xc3", "\xe6\x97", "x\xed\xa0\x80y", "\xf0\x9f\x98", "\xc0\x80", "é\xe9", "long enough for the native decoder \xf4\x90\x80\x80"}
		texts[random.Intn(len(texts))].SetString(bad[random.Intn(len(bad))])
	}
}

// writeDurations writes pairs of nanoseconds and Go's text of them: no built-in kind has a duration today.
func writeDurations(encoder *json.Encoder, random *rand.Rand, count int) {
	all := []int64{0, 1, 999, 1000, 1500, 999_999, 1_000_000, 1_500_000, 999_999_999, 1e9, 59_999_999_999, 6e10, 3_599_999_999_999, 36e11, 5_400_000_000_001, math.MaxInt64, math.MinInt64, -1, -1_500_000}
	for len(all) < count {
		all = append(all, random.Int63()>>random.Intn(63))
	}
	for _, nanos := range all {
		must(encoder.Encode([]string{time.Duration(nanos).String(), strconv.FormatInt(nanos, 10)}))
	}
}
