package main

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// How often to look whether the parent is still the same. There is no portable way to be told.
const parentCheck = 500 * time.Millisecond

// The cause of every stop that someone asked for, as opposed to a failure.
var errAsked = errors.New("asked to stop")

// stopOnSignal ends the process at once on a second signal.
func stopOnSignal(stop context.CancelCauseFunc) {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	// The parent that read our output may be gone: its absence must not kill us before we have cleaned up.
	signal.Ignore(syscall.SIGPIPE)
	go func() {
		<-signals
		stop(errAsked)
		<-signals
		os.Exit(1)
	}()
}

func stopWithParent(stop context.CancelCauseFunc) {
	parent := os.Getppid()
	go func() {
		for range time.Tick(parentCheck) {
			if os.Getppid() != parent {
				stop(errAsked)
				return
			}
		}
	}()
}

// stopWithStdin returns the lines of standard input, or nil if that is no pipe: a terminal and /dev/null say nothing about
// whoever started us.
func stopWithStdin(stop context.CancelCauseFunc) <-chan string {
	info, err := os.Stdin.Stat()
	if err != nil || info.Mode()&(os.ModeNamedPipe|os.ModeSocket) == 0 {
		return nil
	}
	lines := make(chan string)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(os.Stdin); scanner.Scan(); {
			lines <- scanner.Text()
		}
		stop(errAsked)
	}()
	return lines
}
