package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// Longer than anyone keeps a data folder.
const validity = 10 * 365 * 24 * time.Hour

// A certificate made now is also valid for a machine whose clock is this much behind.
const clockSkew = time.Hour

// pair is a certificate with its key, in memory and in two files.
type pair struct {
	certFile, keyFile string
	certPEM           []byte
	cert              *x509.Certificate
	key               crypto.Signer
}

// makePair signs with the key of issuer, or with its own if that is nil.
func makePair(dir, name string, template x509.Certificate, issuer *pair) (*pair, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template.SerialNumber, err = rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, err
	}
	template.NotBefore = time.Now().Add(-clockSkew)
	template.NotAfter = template.NotBefore.Add(validity)
	template.BasicConstraintsValid = true
	parent, signer := &template, crypto.Signer(key)
	if issuer != nil {
		parent, signer = issuer.cert, issuer.key
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, parent, key.Public(), signer)
	if err != nil {
		return nil, err
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	p := &pair{
		certFile: filepath.Join(dir, name+".crt"),
		keyFile:  filepath.Join(dir, name+".key"),
		certPEM:  pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		cert:     cert,
		key:      key,
	}
	if err := os.WriteFile(p.certFile, p.certPEM, 0o644); err != nil {
		return nil, err
	}
	return p, writeKey(p.keyFile, key)
}

func writeKey(file string, key *ecdsa.PrivateKey) error {
	der, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return err
	}
	return os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der}), 0o600)
}

func makeCA(dir, name string) (*pair, error) {
	return makePair(dir, name, x509.Certificate{
		Subject:  pkix.Name{CommonName: "kube-informer test " + name},
		IsCA:     true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}, nil)
}

// makeServing covers the names by which a pod reaches the server too, for tests of tls-server-name and of in-cluster use.
func makeServing(dir string, ca *pair) (*pair, error) {
	return makePair(dir, "serving", x509.Certificate{
		Subject:     pkix.Name{CommonName: "kube-apiserver"},
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
		DNSNames:    []string{"localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc"},
	}, ca)
}

func makeClient(dir string, ca *pair, u user) (*pair, error) {
	return makePair(dir, "client-"+u.name, x509.Certificate{
		Subject:     pkix.Name{CommonName: u.name, Organization: u.groups},
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}, ca)
}

// loadPair reads the certificate alone: what signs is needed only when credentials are made.
func loadPair(dir, name string) (*pair, error) {
	p := &pair{certFile: filepath.Join(dir, name+".crt"), keyFile: filepath.Join(dir, name+".key")}
	var err error
	p.certPEM, err = os.ReadFile(p.certFile)
	return p, err
}
