// Command client-go keeps a cache of all pods with client-go's SharedInformerFactory and answers the commands of
// bench/peers/README.md.
//
//	client-go [--strip]
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

func main() {
	strip := flag.Bool("strip", false, "drop managedFields before an object is cached")
	flag.Parse()
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		log.Fatal(err)
	}
	// What the typed clients use unless told otherwise.
	config.ContentType = "application/vnd.kubernetes.protobuf"
	config.AcceptContentTypes = "application/vnd.kubernetes.protobuf,application/json"
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		log.Fatal(err)
	}
	objects, err := strconv.Atoi(os.Getenv("PEER_OBJECTS"))
	if err != nil {
		log.Fatalf("PEER_OBJECTS: %v", err)
	}
	cache := newPods(client, *strip, objects)

	answers := json.NewEncoder(os.Stdout)
	commands := bufio.NewScanner(os.Stdin)
	for commands.Scan() {
		command, argument, _ := strings.Cut(commands.Text(), " ")
		var answer any
		switch command {
		case "memory":
			answer = memory()
		case "sync":
			answer, err = timed(func() (*measured, error) { return &measured{}, cache.sync() })
		case "read":
			answer, err = cache.read()
		case "updates":
			var count int
			if count, err = strconv.Atoi(argument); err != nil {
				break
			}
			answer, err = timed(func() (*measured, error) {
				cache.expect(count)
				if err := answers.Encode(map[string]bool{"ready": true}); err != nil {
					return nil, err
				}
				return &measured{Latencies: cache.latencies()}, nil
			})
		default:
			err = fmt.Errorf("unknown command %q", command)
		}
		if err == nil {
			err = answers.Encode(answer)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}

type measured struct {
	Seconds   float64   `json:"seconds"`
	CPU       float64   `json:"cpu"`
	Stall     *float64  `json:"stall"`
	Latencies []float64 `json:"latencies,omitempty"`
}

func timed(work func() (*measured, error)) (*measured, error) {
	started, used := time.Now(), cpu()
	result, err := work()
	if err != nil {
		return nil, err
	}
	result.Seconds, result.CPU = time.Since(started).Seconds(), cpu()-used
	return result, nil
}

func cpu() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		log.Fatal(err)
	}
	seconds := func(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
	return seconds(usage.Utime) + seconds(usage.Stime)
}

type memoryAnswer struct {
	RSS  uint64 `json:"rss"`
	Peak uint64 `json:"peak"`
	Heap uint64 `json:"heap"`
}

func memory() memoryAnswer {
	// Finalizers make garbage of their own: the second collection finds it.
	runtime.GC()
	debug.FreeOSMemory()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return memoryAnswer{RSS: status("VmRSS:"), Peak: status("VmHWM:"), Heap: stats.HeapAlloc}
}

func status(name string) uint64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		log.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if value, found := strings.CutPrefix(line, name); found {
			kibibytes, err := strconv.ParseUint(strings.Fields(value)[0], 10, 64)
			if err != nil {
				log.Fatal(err)
			}
			return kibibytes * 1024
		}
	}
	log.Fatalf("/proc/self/status has no %s", name)
	return 0
}
