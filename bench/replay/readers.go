package main

import (
	"strings"
	"sync"
)

// Far more than waits for a reader that keeps up; one that does not holds the others up, as it is alone in a bench.
const unread = 10_000

// readers are the open watches.
type readers struct {
	mutex sync.Mutex
	open  map[chan []byte]string
}

func (r *readers) join(encoding string) chan []byte {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.open == nil {
		r.open = map[chan []byte]string{}
	}
	updates := make(chan []byte, unread)
	r.open[updates] = encoding
	return updates
}

func (r *readers) leave(updates chan []byte) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.open, updates)
}

func (r *readers) send(frame func(encoding string) []byte) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for updates, encoding := range r.open {
		updates <- frame(encoding)
	}
}

func accepted(header string) string {
	if strings.Contains(header, "protobuf") {
		return "protobuf"
	}
	return "json"
}
