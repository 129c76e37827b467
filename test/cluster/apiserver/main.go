// Command apiserver is a whole Kubernetes API for tests in one process: a real kube-apiserver with etcd embedded, on
// loopback, with certificates and tokens of its own.
//
//	apiserver --data-dir DIR [--port N] [--rbac] [--detached] [-- FLAGS OF KUBE-APISERVER]
//	apiserver kubectl ARGUMENTS
//
// Once the server is ready it prints one line, "ready URL", and DIR holds a kubeconfig and credentials.json. Started again
// on the same DIR, it has the same objects, users and certificates.
//
// It ends when it is told to (SIGTERM, SIGINT, SIGHUP), and also when whoever started it goes away: when its standard
// input, if that is a pipe, is closed, or when its parent process changes. Lines on standard input are commands:
// "compact" makes etcd forget all old revisions and answers "compacted REVISION".
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"
	_ "time/tzdata" // CronJobs name time zones, and the machine may have no table of them.
)

// How long a stop may take before the process ends regardless. A clean stop takes a little over a second; a test run must
// not hang on one that waits for a client.
const stopLimit = 15 * time.Second

type settings struct {
	dataDir     string
	port        int
	rbac        bool
	detached    bool
	serverFlags []string
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "kubectl" {
		kubectl(os.Args[2:])
		return
	}
	var s settings
	flag.StringVar(&s.dataDir, "data-dir", "", "folder for everything the server writes (required)")
	flag.IntVar(&s.port, "port", 0, "port on 127.0.0.1; 0 takes a free one")
	flag.BoolVar(&s.rbac, "rbac", false, "authorise by RBAC; without it every known user may do everything")
	flag.BoolVar(&s.detached, "detached", false, "go on when standard input is closed or the parent ends")
	flag.Parse()
	s.serverFlags = flag.Args()
	if s.dataDir == "" {
		fmt.Fprintln(os.Stderr, "apiserver: --data-dir is required")
		os.Exit(2)
	}
	if err := run(s); err != nil {
		fmt.Fprintf(os.Stderr, "apiserver: %v\n", err)
		os.Exit(1)
	}
}

func run(s settings) error {
	dir, err := filepath.Abs(s.dataDir)
	if err != nil {
		return err
	}
	// Keys and tokens live here.
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(context.Background())
	defer stop(nil)
	stopOnSignal(stop)
	var commands <-chan string
	if !s.detached {
		stopWithParent(stop)
		commands = stopWithStdin(stop)
	}
	go func() {
		<-ctx.Done()
		time.Sleep(stopLimit)
		fmt.Fprintf(os.Stderr, "apiserver: did not stop within %v\n", stopLimit)
		os.Exit(1)
	}()

	credentials, err := loadOrMakeCredentials(dir)
	if err != nil {
		return fmt.Errorf("making credentials in %s: %w", dir, err)
	}
	store, err := startEtcd(filepath.Join(dir, "etcd"))
	if err != nil {
		return fmt.Errorf("starting etcd: %w", err)
	}
	defer store.close()
	go func() {
		stop(fmt.Errorf("etcd failed: %w", <-store.failed()))
	}()
	if commands != nil {
		go obey(ctx, commands, store)
	}

	server, err := newServer(s, dir, credentials, store.url())
	if err != nil {
		return fmt.Errorf("preparing kube-apiserver: %w", err)
	}
	// Before the server is ready, so that whoever watches it start can use them.
	if err := credentials.write(dir, server.url); err != nil {
		return err
	}
	go func() {
		if err := server.waitUntilReady(ctx, credentials); err == nil {
			fmt.Printf("ready %s\n", server.url)
		}
	}()
	if err := server.run(ctx); err != nil && ctx.Err() == nil {
		return fmt.Errorf("kube-apiserver: %w", err)
	}
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, errAsked) {
		return cause
	}
	return nil
}

func obey(ctx context.Context, commands <-chan string, store *etcd) {
	for command := range commands {
		if command != "compact" {
			fmt.Fprintf(os.Stderr, "apiserver: unknown command %q\n", command)
			continue
		}
		revision, err := store.compact(ctx)
		if err != nil {
			fmt.Printf("failed to compact: %v\n", err)
			continue
		}
		fmt.Printf("compacted %d\n", revision)
	}
}
