// Command replay serves what a real API server once answered, as fast as the reader takes it: lists and watches of all
// pods from recorded bodies. The measured time is then the reader's, not the server's.
//
//	replay --capture DIR [--objects N]
//
// DIR holds the bodies of a WatchList of all pods, as `watch.protobuf` and `watch.json`, each followed by the updates
// recorded after it, and the body of a list, `list.json`. It prints one line of JSON, {"url": ..., "ca": PEM}, when it
// is ready, and ends when its input does. POST /replay/updates?count=N&rate=R sends the first N recorded updates to
// every open watch, R a second, each stamped with the time it is sent.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

func main() {
	folder := flag.String("capture", "", "the folder of the recorded bodies")
	objects := flag.Int("objects", 0, "pods to serve; more than were recorded are made from those, in other namespaces")
	flag.Parse()
	server := &replay{watches: map[string]*recording{}, list: filepath.Join(*folder, "list.json")}
	for _, encoding := range []string{"protobuf", "json"} {
		recorded, err := load(filepath.Join(*folder, "watch."+encoding), framings[encoding], *objects)
		if err != nil {
			log.Fatal(err)
		}
		server.watches[encoding] = recorded
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	certificate, authority, err := selfSigned()
	if err != nil {
		log.Fatal(err)
	}
	ready := map[string]string{"url": "https://" + listener.Addr().String(), "ca": authority}
	if err := json.NewEncoder(os.Stdout).Encode(ready); err != nil {
		log.Fatal(err)
	}
	go func() {
		_, _ = io.Copy(io.Discard, bufio.NewReader(os.Stdin))
		os.Exit(0)
	}()
	log.Fatal(serve(listener, certificate, server))
}

type replay struct {
	watches map[string]*recording
	list    string
	readers readers
}

func (r *replay) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	query := request.URL.Query()
	switch {
	case request.URL.Path == "/replay/updates":
		rate, err := strconv.Atoi(query.Get("rate"))
		count, countErr := strconv.Atoi(query.Get("count"))
		if err != nil || countErr != nil || rate <= 0 || count > len(r.watches["protobuf"].updates) {
			http.Error(response, "rate must be above 0, and count at most what was recorded", http.StatusBadRequest)
			return
		}
		r.sendUpdates(count, time.Second/time.Duration(rate))
	case request.URL.Path != "/api/v1/pods":
		// Clients that ask for more than pods (the version, say) learn that there is nothing else.
		http.NotFound(response, request)
	case query.Get("watch") == "true" || query.Get("watch") == "1":
		r.watch(response, request, query.Get("sendInitialEvents") == "true")
	default:
		response.Header().Set("Content-Type", "application/json")
		http.ServeFile(response, request, r.list)
	}
}

func (r *replay) watch(response http.ResponseWriter, request *http.Request, initial bool) {
	encoding := accepted(request.Header.Get("Accept"))
	recorded := r.watches[encoding]
	updates := r.readers.join(encoding)
	defer r.readers.leave(updates)
	response.Header().Set("Content-Type", framings[encoding].contentType)
	flusher := http.NewResponseController(response)
	_ = flusher.Flush()
	if initial {
		if err := recorded.writeInitial(response); err != nil {
			return
		}
	}
	_ = flusher.Flush()
	for {
		select {
		case <-request.Context().Done():
			return
		case frame := <-updates:
			if _, err := response.Write(frame); err != nil {
				return
			}
			_ = flusher.Flush()
		}
	}
}

func (r *replay) sendUpdates(count int, every time.Duration) {
	due := time.Now()
	for index := range count {
		time.Sleep(time.Until(due))
		due = due.Add(every)
		stamp := strconv.FormatInt(time.Now().UnixNano(), 10)
		r.readers.send(func(encoding string) []byte { return stamped(r.watches[encoding].updates[index], stamp) })
	}
}
