module kube-informer.test/replay

go 1.26.0
