package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

const serviceAccountIssuer = "https://kubernetes.default.svc"

type user struct {
	name   string
	uid    string
	groups []string
}

// The users of every test cluster, each with a token and a client certificate. Without RBAC all may do everything; with it
// admin may, alice has what is granted to her or to devs, and bob is for what must stay forbidden.
var users = []user{
	{name: "admin", uid: "uid-admin", groups: []string{"system:masters"}},
	{name: "alice", uid: "uid-alice", groups: []string{"devs"}},
	{name: "bob", uid: "uid-bob", groups: []string{"ops"}},
}

type credentials struct {
	ca, clientCA, serving *pair
	clients               map[string]*pair
	tokens                [][]string // As in tokenFile: token, name, uid, groups.
	tokenFile             string
	serviceAccountKeyFile string
}

func loadOrMakeCredentials(dataDir string) (*credentials, error) {
	pki := filepath.Join(dataDir, "pki")
	c := &credentials{
		clients:               map[string]*pair{},
		tokenFile:             filepath.Join(dataDir, "tokens.csv"),
		serviceAccountKeyFile: filepath.Join(pki, "service-account.key"),
	}
	// It is written last, so if it is there, all is.
	if file, err := os.Open(c.tokenFile); err == nil {
		defer file.Close()
		if c.tokens, err = csv.NewReader(file).ReadAll(); err != nil {
			return nil, err
		}
		return c, c.load(pki)
	}
	return c, c.make(pki)
}

func (c *credentials) load(pki string) (err error) {
	for name, p := range map[string]**pair{"ca": &c.ca, "client-ca": &c.clientCA, "serving": &c.serving} {
		if *p, err = loadPair(pki, name); err != nil {
			return err
		}
	}
	for _, u := range users {
		if c.clients[u.name], err = loadPair(pki, "client-"+u.name); err != nil {
			return err
		}
	}
	return nil
}

func (c *credentials) make(pki string) (err error) {
	if err = os.MkdirAll(pki, 0o700); err != nil {
		return err
	}
	if c.ca, err = makeCA(pki, "ca"); err != nil {
		return err
	}
	// A CA of its own, so that a test notices when it takes the one for the other.
	if c.clientCA, err = makeCA(pki, "client-ca"); err != nil {
		return err
	}
	if c.serving, err = makeServing(pki, c.ca); err != nil {
		return err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	if err = writeKey(c.serviceAccountKeyFile, key); err != nil {
		return err
	}
	for _, u := range users {
		if c.clients[u.name], err = makeClient(pki, c.clientCA, u); err != nil {
			return err
		}
		c.tokens = append(c.tokens, []string{rand.Text(), u.name, u.uid, strings.Join(u.groups, ",")})
	}
	return c.writeTokens()
}

// writeTokens leaves either no file or a whole one.
func (c *credentials) writeTokens() error {
	unfinished := c.tokenFile + ".unfinished"
	file, err := os.OpenFile(unfinished, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := csv.NewWriter(file).WriteAll(c.tokens); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(unfinished, c.tokenFile)
}

func (c *credentials) token(name string) string {
	for _, row := range c.tokens {
		if row[1] == name {
			return row[0]
		}
	}
	return ""
}

// write makes the two files that tests read: kubeconfig and credentials.json.
func (c *credentials) write(dataDir, url string) error {
	kubeconfig := filepath.Join(dataDir, "kubeconfig")
	if err := clientcmd.WriteToFile(*c.kubeconfig(url), kubeconfig); err != nil {
		return err
	}
	type userFile struct {
		Name           string   `json:"name"`
		UID            string   `json:"uid"`
		Groups         []string `json:"groups"`
		Token          string   `json:"token"`
		ClientCertFile string   `json:"clientCertFile"`
		ClientKeyFile  string   `json:"clientKeyFile"`
	}
	described := map[string]userFile{}
	for _, u := range users {
		client := c.clients[u.name]
		described[u.name] = userFile{u.name, u.uid, u.groups, c.token(u.name), client.certFile, client.keyFile}
	}
	text, err := json.MarshalIndent(map[string]any{
		"pid":                  os.Getpid(),
		"server":               url,
		"kubeconfig":           kubeconfig,
		"caFile":               c.ca.certFile,
		"clientCAFile":         c.clientCA.certFile,
		"serviceAccountIssuer": serviceAccountIssuer,
		"users":                described,
	}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dataDir, "credentials.json"), append(text, '\n'), 0o600)
}

// kubeconfig has two contexts for each user: NAME with the token, and NAME-cert with the client certificate.
func (c *credentials) kubeconfig(url string) *clientcmdapi.Config {
	config := clientcmdapi.NewConfig()
	config.Clusters["test"] = &clientcmdapi.Cluster{Server: url, CertificateAuthority: c.ca.certFile}
	for _, u := range users {
		client := c.clients[u.name]
		for context, auth := range map[string]*clientcmdapi.AuthInfo{
			u.name:           {Token: c.token(u.name)},
			u.name + "-cert": {ClientCertificate: client.certFile, ClientKey: client.keyFile},
		} {
			config.AuthInfos[context] = auth
			config.Contexts[context] = &clientcmdapi.Context{Cluster: "test", AuthInfo: context, Namespace: "default"}
		}
	}
	config.CurrentContext = "admin"
	return config
}
