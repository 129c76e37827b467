package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"strings"

	"golang.org/x/net/http2/hpack"
)

// headerBlock is what Go's encoder makes of some headers, after the blocks before it of the same connection.
type headerBlock struct {
	// A connection begins, and its table is empty.
	First   bool        `json:"first"`
	Headers [][2]string `json:"headers"`
	Bytes   []byte      `json:"bytes"`
}

// writeHeaders writes connections of some blocks each, with headers that repeat, are secret, are longer than the table, or
// have every byte there is, while the size of the table changes.
func writeHeaders(encoder *json.Encoder, random *rand.Rand, connections int) {
	names := []string{":status", "content-type", "audit-id", "date", "x-kubernetes-pf-flowschema-uid", "warning", "set-cookie"}
	for range connections {
		var out bytes.Buffer
		headers := hpack.NewEncoder(&out)
		for block := range 1 + random.Intn(8) {
			if random.Intn(4) == 0 {
				headers.SetMaxDynamicTableSize(uint32(random.Intn(4097)))
			}
			line := headerBlock{First: block == 0, Headers: [][2]string{}}
			for range random.Intn(12) {
				name := names[random.Intn(len(names))]
				if random.Intn(3) == 0 {
					name = fmt.Sprintf("x-%d", random.Intn(30))
				}
				value := headerValue(random)
				line.Headers = append(line.Headers, [2]string{name, latin1(value)})
				must(headers.WriteField(hpack.HeaderField{Name: name, Value: value, Sensitive: random.Intn(5) == 0}))
			}
			line.Bytes = append([]byte{}, out.Bytes()...)
			out.Reset()
			must(encoder.Encode(line))
		}
	}
}

func headerValue(random *rand.Rand) string {
	switch random.Intn(5) {
	case 0:
		return "200"
	case 1:
		return strings.Repeat("long ", random.Intn(1200))
	case 2:
		bytes := make([]byte, random.Intn(40))
		for i := range bytes {
			bytes[i] = byte(random.Intn(256))
		}
		return string(bytes)
	default:
		return fmt.Sprintf("%x", random.Int63n(1<<uint(1+random.Intn(60))))
	}
}

// latin1 has a character for each byte, so that JSON has all of them.
func latin1(text string) string {
	var out strings.Builder
	for i := range len(text) {
		out.WriteRune(rune(text[i]))
	}
	return out.String()
}
