package main

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// How long the caches may lag behind the last answer: a stream on loopback takes milliseconds.
const patience = 20 * time.Second

type follower struct {
	pods                    listers.PodLister
	configMaps              listers.ConfigMapLister
	added, updated, deleted atomic.Int64
}

func newFollower(factory informers.SharedInformerFactory) (*follower, error) {
	f := &follower{
		pods:       factory.Core().V1().Pods().Lister(),
		configMaps: factory.Core().V1().ConfigMaps().Lister(),
	}
	handler := cache.ResourceEventHandlerFuncs{
		AddFunc:    func(any) { f.added.Add(1) },
		UpdateFunc: func(any, any) { f.updated.Add(1) },
		DeleteFunc: func(any) { f.deleted.Add(1) },
	}
	for _, informer := range []cache.SharedIndexInformer{
		factory.Core().V1().Pods().Informer(),
		factory.Core().V1().ConfigMaps().Informer(),
	} {
		if _, err := informer.AddEventHandler(handler); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (f *follower) counts() counts {
	return counts{Added: f.added.Load(), Updated: f.updated.Load(), Deleted: f.deleted.Load()}
}

// waitFor returns when the handlers have been called so often, or when there is no hope of it.
func (f *follower) waitFor(ctx context.Context, wanted counts) {
	deadline := time.Now().Add(patience)
	for ctx.Err() == nil && f.counts() != wanted && time.Now().Before(deadline) {
		time.Sleep(time.Millisecond)
	}
}

// compare says how many objects the server has, and which of them the caches have otherwise.
func (f *follower) compare(ctx context.Context, client kubernetes.Interface, namespace string) (int, []string, error) {
	differences := []string{}
	pods, err := client.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return 0, nil, err
	}
	cachedPods, _ := f.pods.Pods(namespace).List(labels.Everything())
	differences = append(differences, unlike("pods", pods.Items, cachedPods, func(pod *corev1.Pod) string { return pod.Name })...)
	configMaps, err := client.CoreV1().ConfigMaps(namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return 0, nil, err
	}
	cachedMaps, _ := f.configMaps.ConfigMaps(namespace).List(labels.Everything())
	differences = append(differences, unlike("configmaps", configMaps.Items, cachedMaps, func(object *corev1.ConfigMap) string { return object.Name })...)
	return len(pods.Items) + len(configMaps.Items), differences, nil
}

func unlike[T any](kind string, served []T, cached []*T, name func(*T) string) []string {
	found := []string{}
	byName := map[string]*T{}
	for _, object := range cached {
		byName[name(object)] = object
	}
	for i := range served {
		object := byName[name(&served[i])]
		delete(byName, name(&served[i]))
		if object == nil {
			found = append(found, fmt.Sprintf("%s/%s is not in the cache", kind, name(&served[i])))
		} else if !equality.Semantic.DeepEqual(served[i], *object) {
			found = append(found, fmt.Sprintf("%s/%s is another in the cache", kind, name(&served[i])))
		}
	}
	for name := range byName {
		found = append(found, fmt.Sprintf("%s/%s is only in the cache", kind, name))
	}
	return found
}
