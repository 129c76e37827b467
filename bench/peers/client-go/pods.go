package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type answerRead struct {
	Objects int `json:"objects"`
}

// pods is a cache of all pods with one handler. The handler is called from one goroutine; what it shares with others
// goes through channels.
type pods struct {
	factory  informers.SharedInformerFactory
	informer cache.SharedIndexInformer
	objects  int

	allSeen chan struct{}
	seen    int
	keyed   int

	expected chan int
	arrived  chan []float64
	awaiting int
	took     []float64
}

func newPods(client kubernetes.Interface, strip bool, objects int) *pods {
	options := []informers.SharedInformerOption{}
	if strip {
		options = append(options, informers.WithTransform(dropManagedFields))
	}
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0, options...)
	return &pods{
		factory:  factory,
		informer: factory.Core().V1().Pods().Informer(),
		objects:  objects,
		allSeen:  make(chan struct{}),
		expected: make(chan int, 1),
		arrived:  make(chan []float64, 1),
	}
}

func dropManagedFields(object any) (any, error) {
	if accessor, err := meta.Accessor(object); err == nil {
		accessor.SetManagedFields(nil)
	}
	return object, nil
}

func (p *pods) sync() error {
	registration, err := p.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(object any) {
			p.key(object)
			if p.seen++; p.seen == p.objects {
				close(p.allSeen)
			}
		},
		UpdateFunc: func(_, object any) {
			p.key(object)
			p.updated(object.(*corev1.Pod))
		},
	})
	if err != nil {
		return err
	}
	p.factory.Start(context.Background().Done())
	<-registration.HasSyncedChecker().Done()
	<-p.allSeen
	return nil
}

func (p *pods) key(object any) {
	key, err := cache.MetaNamespaceKeyFunc(object)
	if err != nil {
		panic(err)
	}
	p.keyed += len(key)
}

func (p *pods) updated(pod *corev1.Pod) {
	now := time.Now().UnixNano()
	sent, err := strconv.ParseInt(pod.Annotations["bench/sent"], 10, 64)
	if err != nil {
		return
	}
	select {
	case p.awaiting = <-p.expected:
		p.took = make([]float64, 0, p.awaiting)
	default:
	}
	p.took = append(p.took, float64(now-sent)/1e6)
	if len(p.took) == p.awaiting {
		p.arrived <- p.took
	}
}

func (p *pods) expect(count int) { p.expected <- count }

func (p *pods) latencies() []float64 { return <-p.arrived }

// read serialises each object to nowhere: that touches every field. There is nothing to decode.
func (p *pods) read() (*answerRead, error) {
	all, err := p.factory.Core().V1().Pods().Lister().List(labels.Everything())
	if err != nil {
		return nil, err
	}
	nowhere := json.NewEncoder(io.Discard)
	for _, pod := range all {
		if err := nowhere.Encode(pod); err != nil {
			return nil, err
		}
	}
	if len(all) != p.objects {
		return nil, errors.New("the cache holds " + strconv.Itoa(len(all)) + " pods")
	}
	return &answerRead{Objects: len(all)}, nil
}
