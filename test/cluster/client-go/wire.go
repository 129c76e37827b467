package main

import (
	"net/http"
	"strings"
	"sync"
)

// wireReport tells what went over the wire, so that a test can see that protobuf and WatchList were in use.
type wireReport struct {
	// How many answers came in each content type.
	ContentTypes map[string]int `json:"contentTypes"`
	Lists        int            `json:"lists"`
	WatchLists   int            `json:"watchLists"`
	Watches      int            `json:"watches"`
	Failures     int            `json:"failures"`
}

type wireLog struct {
	mutex  sync.Mutex
	counts wireReport
}

func (l *wireLog) wrap(next http.RoundTripper) http.RoundTripper {
	return roundTripper(func(request *http.Request) (*http.Response, error) {
		response, err := next.RoundTrip(request)
		l.note(request, response)
		return response, err
	})
}

func (l *wireLog) note(request *http.Request, response *http.Response) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	query := request.URL.Query()
	collection := request.Method == http.MethodGet && (strings.HasSuffix(request.URL.Path, "/pods") || strings.HasSuffix(request.URL.Path, "/configmaps"))
	switch {
	case query.Get("sendInitialEvents") == "true":
		l.counts.WatchLists++
	case query.Get("watch") == "true" || query.Get("watch") == "1":
		l.counts.Watches++
	case collection:
		l.counts.Lists++
	}
	if response == nil || response.StatusCode >= http.StatusBadRequest {
		l.counts.Failures++
		return
	}
	if l.counts.ContentTypes == nil {
		l.counts.ContentTypes = map[string]int{}
	}
	kind, _, _ := strings.Cut(response.Header.Get("Content-Type"), ";")
	l.counts.ContentTypes[kind]++
}

func (l *wireLog) report() wireReport {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.counts
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }
