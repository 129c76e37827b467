package main

import (
	"context"
	"errors"
	"net/url"
	"path/filepath"
	"strconv"
	"time"

	pb "go.etcd.io/etcd/api/v3/etcdserverpb"
	"go.etcd.io/etcd/server/v3/embed"
)

// Above it etcd refuses writes. Its default is 2 GB, which a load test with the history of many updates may reach; 8 GB is
// the most that etcd recommends.
const quotaBytes = 8 << 30

// Starting takes about a second; CI machines may be many times slower.
const etcdStartLimit = 60 * time.Second

type etcd struct{ server *embed.Etcd }

func startEtcd(dir string) (*etcd, error) {
	config := embed.NewConfig()
	config.Dir = dir
	// Port 0: the system picks a free one while it binds, so two servers never meet. Nobody dials the peer address.
	anyPort := url.URL{Scheme: "http", Host: "127.0.0.1:0"}
	config.ListenClientUrls = []url.URL{anyPort}
	config.AdvertiseClientUrls = []url.URL{anyPort}
	config.ListenPeerUrls = []url.URL{anyPort}
	config.AdvertisePeerUrls = []url.URL{anyPort}
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	config.QuotaBackendBytes = quotaBytes
	// Objects of tests need not survive a power cut, and an fsync per write is what limits how fast they are made.
	config.UnsafeNoFsync = true
	// Its gateway would dial the advertised port 0 for ever.
	config.EnableGRPCGateway = false
	// As a warning it also logs how long each request took.
	config.LogLevel = "error"
	config.LogOutputs = []string{filepath.Join(filepath.Dir(dir), "etcd.log")}

	server, err := embed.StartEtcd(config)
	if err != nil {
		return nil, err
	}
	select {
	case <-server.Server.ReadyNotify():
		return &etcd{server}, nil
	case err := <-server.Err():
		server.Close()
		return nil, err
	case <-time.After(etcdStartLimit):
		server.Close()
		return nil, errors.New("not ready in time; see " + config.LogOutputs[0])
	}
}

func (e *etcd) url() string { return "http://" + e.server.Clients[0].Addr().String() }

func (e *etcd) failed() <-chan error { return e.server.Err() }

// Where API servers tell each other up to where etcd was compacted. They answer lists of older revisions from their own
// memory until they read it there.
const compactedKey = "compact_rev_key"

// compact drops every revision but the last, so that a list from an older one is soon answered with 410.
func (e *etcd) compact(ctx context.Context) (int64, error) {
	revision := e.server.Server.KV().Rev()
	note := &pb.PutRequest{Key: []byte(compactedKey), Value: strconv.AppendInt(nil, revision, 10)}
	if _, err := e.server.Server.Put(ctx, note); err != nil {
		return 0, err
	}
	_, err := e.server.Server.Compact(ctx, &pb.CompactionRequest{Revision: revision, Physical: true})
	return revision, err
}

// close leaves a whole database behind. It does not wait until connections are closed, as Close of the embedded server
// does for seconds: the API server was the only client, and has ended.
func (e *etcd) close() { e.server.Server.HardStop() }
