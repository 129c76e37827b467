package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
)

// A framing tells where one event of a watch ends and the next begins.
type framing struct {
	contentType string
	// Takes the first frame off, with what delimits it; no frame at the end or when it is not whole.
	next func(stream []byte) (frame, rest []byte)
}

const lengthBytes = 4

var framings = map[string]framing{
	"protobuf": {
		contentType: "application/vnd.kubernetes.protobuf;stream=watch",
		next: func(stream []byte) ([]byte, []byte) {
			if len(stream) < lengthBytes {
				return nil, stream
			}
			end := lengthBytes + int(binary.BigEndian.Uint32(stream))
			if len(stream) < end {
				return nil, stream
			}
			return stream[:end], stream[end:]
		},
	},
	"json": {
		contentType: "application/json",
		next: func(stream []byte) ([]byte, []byte) {
			end := bytes.IndexByte(stream, '\n') + 1
			if end == 0 {
				return nil, stream
			}
			return stream[:end], stream[end:]
		},
	},
}

var (
	endOfInitial = []byte("k8s.io/initial-events-end")
	// The namespace of the recorded pods; its last digit tells the copies apart, so that no length changes.
	namespace = []byte("bench-0")
	// The annotation as protobuf and as JSON write it.
	sentAt = regexp.MustCompile(`bench/sent(?:\x12\x13|":")([0-9]{19})`)
)

const mostCopies = 10

// A recording is a watch from its first byte: the frames of what was there, the mark of their end, the updates after it.
type recording struct {
	initial [][]byte
	end     []byte
	updates [][]byte
	objects int
}

func load(path string, framing framing, objects int) (*recording, error) {
	stream, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	recorded := &recording{}
	for {
		var frame []byte
		if frame, stream = framing.next(stream); frame == nil {
			break
		}
		switch {
		case recorded.end == nil && bytes.Contains(frame, endOfInitial):
			recorded.end = frame
		case recorded.end == nil:
			recorded.initial = append(recorded.initial, frame)
		// Bookmarks come as the server pleases.
		case sentAt.Match(frame):
			recorded.updates = append(recorded.updates, frame)
		}
	}
	if recorded.end == nil {
		return nil, fmt.Errorf("%s: no end of the initial events", path)
	}
	if recorded.objects = objects; objects == 0 {
		recorded.objects = len(recorded.initial)
	}
	if recorded.objects > mostCopies*len(recorded.initial) {
		return nil, errors.New("at most ten times as many pods can be served as were recorded")
	}
	return recorded, nil
}

// Written in pieces of this size: a frame at a time is mostly calls.
const pieceBytes = 256 << 10

func (r *recording) writeInitial(to io.Writer) error {
	piece := make([]byte, 0, 2*pieceBytes)
	for index := range r.objects {
		start := len(piece)
		piece = append(piece, r.initial[index%len(r.initial)]...)
		if copies := index / len(r.initial); copies > 0 {
			renumber(piece[start:], byte('0'+copies))
		}
		if len(piece) >= pieceBytes {
			if _, err := to.Write(piece); err != nil {
				return err
			}
			piece = piece[:0]
		}
	}
	_, err := to.Write(append(piece, r.end...))
	return err
}

func renumber(frame []byte, digit byte) {
	for {
		at := bytes.Index(frame, namespace)
		if at < 0 {
			return
		}
		frame = frame[at+len(namespace)-1:]
		frame[0] = digit
	}
}

// stamped is a frame with another time in it.
func stamped(frame []byte, time string) []byte {
	changed := bytes.Clone(frame)
	if found := sentAt.FindSubmatchIndex(changed); found != nil {
		copy(changed[found[2]:found[3]], time)
	}
	return changed
}
