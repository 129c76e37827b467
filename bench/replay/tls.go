package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"time"
)

// selfSigned makes an authority and a certificate of it for the loopback address: two, since not every client takes an
// authority for a server. Returns the authority as PEM.
func selfSigned() (tls.Certificate, string, error) {
	now := time.Now()
	issuer := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "replay authority"},
		NotBefore:             now.Add(-time.Hour),
		NotAfter:              now.Add(24 * time.Hour),
		KeyUsage:              x509.KeyUsageCertSign,
		BasicConstraintsValid: true,
		IsCA:                  true,
	}
	issuerKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, "", err
	}
	authority, err := x509.CreateCertificate(rand.Reader, issuer, issuer, &issuerKey.PublicKey, issuerKey)
	if err != nil {
		return tls.Certificate{}, "", err
	}
	server := &x509.Certificate{
		SerialNumber: big.NewInt(2),
		Subject:      pkix.Name{CommonName: "replay"},
		NotBefore:    issuer.NotBefore,
		NotAfter:     issuer.NotAfter,
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	serverKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, "", err
	}
	certificate, err := x509.CreateCertificate(rand.Reader, server, issuer, &serverKey.PublicKey, issuerKey)
	if err != nil {
		return tls.Certificate{}, "", err
	}
	encoded := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: authority})
	return tls.Certificate{Certificate: [][]byte{certificate}, PrivateKey: serverKey}, string(encoded), nil
}

func serve(listener net.Listener, certificate tls.Certificate, handler http.Handler) error {
	server := &http.Server{Handler: handler, TLSConfig: &tls.Config{Certificates: []tls.Certificate{certificate}}}
	// HTTP/2 is set up by the same call.
	return server.ServeTLS(listener, "", "")
}
