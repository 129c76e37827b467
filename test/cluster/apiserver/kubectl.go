package main

import (
	"os"

	_ "k8s.io/client-go/plugin/pkg/client/auth" // Exec and OIDC credentials in a kubeconfig.
	"k8s.io/component-base/cli"
	"k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"
)

// kubectl makes this process kubectl, of the same version as the server.
func kubectl(args []string) {
	// It reads them from here, plugin names included.
	os.Args = append([]string{"kubectl"}, args...)
	if err := cli.RunNoErrOutput(cmd.NewDefaultKubectlCommand()); err != nil {
		util.CheckErr(err)
	}
}
