package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/client-go/rest"
	basecompatibility "k8s.io/component-base/compatibility"
	logsapi "k8s.io/component-base/logs/api/v1"
	_ "k8s.io/component-base/metrics/prometheus/clientgo" // What a kube-apiserver's /metrics has.
	_ "k8s.io/component-base/metrics/prometheus/version"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
)

// How often to ask whether the server is ready: short beside the 3 seconds a start takes, long beside one request.
const readyCheck = 50 * time.Millisecond

type server struct {
	url     string
	options options.CompletedOptions
}

// newServer binds the port, so that the URL is known and stays ours, but answers nothing yet.
func newServer(s settings, dir string, c *credentials, etcdURL string) (*server, error) {
	mode := "AlwaysAllow"
	if s.rbac {
		mode = "RBAC"
	}
	flags := []string{
		"--etcd-servers=" + etcdURL,
		"--authorization-mode=" + mode,
		"--token-auth-file=" + c.tokenFile,
		"--client-ca-file=" + c.clientCA.certFile,
		"--cert-dir=" + filepath.Join(dir, "pki"),
		"--tls-cert-file=" + c.serving.certFile,
		"--tls-private-key-file=" + c.serving.keyFile,
		"--service-account-issuer=" + serviceAccountIssuer,
		"--service-account-key-file=" + c.serviceAccountKeyFile,
		"--service-account-signing-key-file=" + c.serviceAccountKeyFile,
		"--service-cluster-ip-range=10.0.0.0/16",
		// Nobody makes service accounts here, and without one this plugin refuses every pod.
		"--disable-admission-plugins=ServiceAccount",
		"--allow-privileged=true",
		// The others try to publish the server's address, and a loopback address is refused.
		"--endpoint-reconciler-type=none",
		"--advertise-address=127.0.0.1",
		"--bind-address=127.0.0.1",
	}

	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", s.port))
	if err != nil {
		return nil, err
	}
	o := options.NewServerRunOptions()
	o.SecureServing.Listener = listener
	o.SecureServing.BindPort = listener.Addr().(*net.TCPAddr).Port
	set := pflag.NewFlagSet("kube-apiserver", pflag.ContinueOnError)
	for _, section := range o.Flags().FlagSets {
		set.AddFlagSet(section)
	}
	// The user's come last, so that they can change what is above.
	if err := set.Parse(append(flags, s.serverFlags...)); err != nil {
		return nil, err
	}
	registry := o.GenericServerRunOptions.ComponentGlobalsRegistry
	if err := registry.Set(); err != nil {
		return nil, err
	}
	if err := logsapi.ValidateAndApply(o.Logs, registry.FeatureGateFor(basecompatibility.DefaultKubeComponent)); err != nil {
		return nil, err
	}
	// The server warns itself about deprecated kinds it asks itself for.
	rest.SetDefaultWarningHandler(rest.NoWarnings{})
	completed, err := o.Complete(context.Background())
	if err != nil {
		return nil, err
	}
	if problems := completed.Validate(); len(problems) > 0 {
		return nil, utilerrors.NewAggregate(problems)
	}
	return &server{url: "https://" + listener.Addr().String(), options: completed}, nil
}

// run returns when the server has stopped, which it does when ctx is done.
func (s *server) run(ctx context.Context) error { return app.Run(ctx, s.options) }

// waitUntilReady also waits for the namespace "default", which the server makes after it calls itself ready.
func (s *server) waitUntilReady(ctx context.Context, c *credentials) error {
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(c.ca.certPEM) {
		return errors.New("cannot read our own CA")
	}
	client := http.Client{
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}},
		Timeout:   5 * time.Second,
	}
	defer client.CloseIdleConnections()
	for _, path := range []string{"/readyz", "/api/v1/namespaces/default"} {
		for !answersOK(ctx, &client, s.url+path, c.token("admin")) {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(readyCheck):
			}
		}
	}
	return nil
}

func answersOK(ctx context.Context, client *http.Client, url, token string) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, strings.NewReader(""))
	if err != nil {
		return false
	}
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := client.Do(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
	return response.StatusCode == http.StatusOK
}
