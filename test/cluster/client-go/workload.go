package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
)

// How many write at once: enough that the server is busy, few enough that it is not only queueing.
const writers = 8

type counts struct {
	Added   int64 `json:"added"`
	Updated int64 `json:"updated"`
	Deleted int64 `json:"deleted"`
}

type workload struct {
	client                  kubernetes.Interface
	namespace               string
	added, updated, deleted atomic.Int64
}

func newWorkload(client kubernetes.Interface, namespace string) *workload {
	return &workload{client: client, namespace: namespace}
}

func (w *workload) counts() counts {
	return counts{Added: w.added.Load(), Updated: w.updated.Load(), Deleted: w.deleted.Load()}
}

func (w *workload) prepare(ctx context.Context, initial int) error {
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: w.namespace}}
	_, err := w.client.CoreV1().Namespaces().Create(ctx, namespace, metav1.CreateOptions{})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	return inParallel(initial, func(i int) error {
		name := fmt.Sprintf("initial-%d", i)
		if err := w.createPod(ctx, name); err != nil {
			return err
		}
		return w.createConfigMap(ctx, name)
	})
}

// change makes so many changes: ten in a turn, of which three make, six change and one deletes.
func (w *workload) change(ctx context.Context, changes int) error {
	const turn = 10
	return inParallel(changes/turn, func(i int) error {
		kept, gone := fmt.Sprintf("kept-%d", i), fmt.Sprintf("gone-%d", i)
		steps := []func() error{
			func() error { return w.createPod(ctx, kept) },
			func() error { return w.runPod(ctx, kept) },
			func() error { return w.labelPod(ctx, kept, "first") },
			func() error { return w.labelPod(ctx, kept, "second") },
			func() error { return w.createConfigMap(ctx, kept) },
			func() error { return w.updateConfigMap(ctx, kept) },
			func() error { return w.createConfigMap(ctx, gone) },
			func() error { return w.updateConfigMap(ctx, gone) },
			func() error { return w.deleteConfigMap(ctx, gone) },
			func() error { return w.updateConfigMap(ctx, kept) },
		}
		for _, step := range steps {
			if err := step(); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *workload) createPod(ctx context.Context, name string) error {
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"app": "web"}},
		Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "main", Image: "registry.example/app:1"}}},
	}
	w.added.Add(1)
	_, err := w.client.CoreV1().Pods(w.namespace).Create(ctx, pod, metav1.CreateOptions{})
	return err
}

func (w *workload) runPod(ctx context.Context, name string) error {
	pod, err := w.client.CoreV1().Pods(w.namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	pod.Status.Phase = corev1.PodRunning
	pod.Status.Conditions = []corev1.PodCondition{{Type: corev1.PodReady, Status: corev1.ConditionTrue}}
	w.updated.Add(1)
	_, err = w.client.CoreV1().Pods(w.namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{})
	return err
}

func (w *workload) labelPod(ctx context.Context, name, value string) error {
	patch := fmt.Appendf(nil, `{"metadata":{"labels":{"turn":%q}}}`, value)
	w.updated.Add(1)
	_, err := w.client.CoreV1().Pods(w.namespace).
		Patch(ctx, name, types.StrategicMergePatchType, patch, metav1.PatchOptions{})
	return err
}

func (w *workload) createConfigMap(ctx context.Context, name string) error {
	object := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}, Data: map[string]string{"turn": "0"}}
	w.added.Add(1)
	_, err := w.client.CoreV1().ConfigMaps(w.namespace).Create(ctx, object, metav1.CreateOptions{})
	return err
}

func (w *workload) updateConfigMap(ctx context.Context, name string) error {
	object, err := w.client.CoreV1().ConfigMaps(w.namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	object.Data["turn"] += "+"
	w.updated.Add(1)
	_, err = w.client.CoreV1().ConfigMaps(w.namespace).Update(ctx, object, metav1.UpdateOptions{})
	return err
}

func (w *workload) deleteConfigMap(ctx context.Context, name string) error {
	w.deleted.Add(1)
	return w.client.CoreV1().ConfigMaps(w.namespace).Delete(ctx, name, metav1.DeleteOptions{})
}

// inParallel gives the first error; what is under way then ends by itself.
func inParallel(count int, do func(i int) error) error {
	var next atomic.Int64
	var group sync.WaitGroup
	failed := make(chan error, writers)
	for range writers {
		group.Go(func() {
			for i := int(next.Add(1)); i <= count; i = int(next.Add(1)) {
				if err := do(i); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	group.Wait()
	close(failed)
	return <-failed
}
