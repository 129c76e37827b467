// Command client-go follows an API server with client-go as it comes: the default clientset, a shared informer factory,
// its default features. It makes changes through one client and follows them through the other, and prints one line of
// JSON with what it saw.
//
//	client-go --kubeconfig FILE --namespace NAME --initial N --changes N
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// What the whole program may take; a server that stalls must not hang the tests.
const limit = 3 * time.Minute

type report struct {
	Wire         wireReport `json:"wire"`
	SyncMillis   int64      `json:"syncMillis"`
	ChangeMillis int64      `json:"changeMillis"`
	LagMillis    int64      `json:"lagMillis"`
	Made         counts     `json:"made"`
	Seen         counts     `json:"seen"`
	Objects      int        `json:"objects"`
	// Empty when the caches hold exactly what the server does.
	Differences []string `json:"differences"`
}

func main() {
	var kubeconfig, namespace string
	var initial, changes int
	flag.StringVar(&kubeconfig, "kubeconfig", "", "how to reach the server")
	flag.StringVar(&namespace, "namespace", "client-go", "made, and used alone")
	flag.IntVar(&initial, "initial", 500, "objects of each kind before the informers start")
	flag.IntVar(&changes, "changes", 10_000, "changes to follow")
	flag.Parse()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	result, err := run(ctx, kubeconfig, namespace, initial, changes)
	if err != nil {
		fmt.Fprintf(os.Stderr, "client-go: %v\n", err)
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(result); err != nil {
		os.Exit(1)
	}
}

func run(ctx context.Context, kubeconfig, namespace string, initial, changes int) (*report, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, err
	}
	// The limit of five requests a second is for people.
	config.QPS = -1
	wire := &wireLog{}
	config.Wrap(wire.wrap)
	writer, err := clientset(config)
	if err != nil {
		return nil, err
	}
	reader, err := clientset(config)
	if err != nil {
		return nil, err
	}

	made := newWorkload(writer, namespace)
	if err := made.prepare(ctx, initial); err != nil {
		return nil, fmt.Errorf("preparing: %w", err)
	}
	factory := informers.NewSharedInformerFactoryWithOptions(reader, 0, informers.WithNamespace(namespace))
	follower, err := newFollower(factory)
	if err != nil {
		return nil, err
	}
	started := time.Now()
	factory.Start(ctx.Done())
	for kind, synced := range factory.WaitForCacheSync(ctx.Done()) {
		if !synced {
			return nil, fmt.Errorf("%v did not sync", kind)
		}
	}
	result := &report{SyncMillis: time.Since(started).Milliseconds()}

	started = time.Now()
	if err := made.change(ctx, changes); err != nil {
		return nil, fmt.Errorf("changing: %w", err)
	}
	result.ChangeMillis = time.Since(started).Milliseconds()
	started = time.Now()
	follower.waitFor(ctx, made.counts())
	result.LagMillis = time.Since(started).Milliseconds()
	result.Made, result.Seen = made.counts(), follower.counts()
	result.Objects, result.Differences, err = follower.compare(ctx, writer, namespace)
	result.Wire = wire.report()
	return result, err
}

func clientset(config *rest.Config) (*kubernetes.Clientset, error) {
	return kubernetes.NewForConfig(rest.CopyConfig(config))
}
