//! What is done for each change.

use std::{
    hint::black_box,
    time::{SystemTime, UNIX_EPOCH},
};

use k8s_openapi::api::core::v1::Pod;
use kube::{ResourceExt, runtime::watcher::Event};
use tokio::sync::{mpsc, oneshot};

/// How many updates to wait for, and where to put their latencies (milliseconds).
pub struct Expected {
    pub count: usize,
    pub arrived: oneshot::Sender<Vec<f64>>,
}

pub struct Handler {
    objects: usize,
    seen: usize,
    all_seen: Option<oneshot::Sender<()>>,
    expectations: mpsc::UnboundedReceiver<Expected>,
    awaiting: Option<Expected>,
    took: Vec<f64>,
}

impl Handler {
    pub fn new(objects: usize, all_seen: oneshot::Sender<()>, expectations: mpsc::UnboundedReceiver<Expected>) -> Self {
        Self {
            objects,
            seen: 0,
            all_seen: Some(all_seen),
            expectations,
            awaiting: None,
            took: Vec::new(),
        }
    }

    pub fn handle(&mut self, event: &Event<Pod>) {
        match event {
            Event::InitApply(pod) => {
                key(pod);
                self.first_seen();
            }
            Event::Apply(pod) => {
                key(pod);
                self.updated(pod);
            }
            Event::Delete(pod) => key(pod),
            Event::Init | Event::InitDone => {}
        }
    }

    fn first_seen(&mut self) {
        self.seen += 1;
        if self.seen == self.objects
            && let Some(all_seen) = self.all_seen.take()
        {
            // Nobody waits any more when the program is ending.
            let _ = all_seen.send(());
        }
    }

    fn updated(&mut self, pod: &Pod) {
        let now = SystemTime::now();
        let Some(sent) = pod
            .annotations()
            .get("bench/sent")
            .and_then(|text| text.parse::<i64>().ok())
        else {
            return;
        };
        if let Ok(expected) = self.expectations.try_recv() {
            self.took = Vec::with_capacity(expected.count);
            self.awaiting = Some(expected);
        }
        if self.awaiting.is_none() {
            return;
        }
        self.took.push((nanoseconds(now) - sent) as f64 / 1e6);
        if let Some(expected) = self.awaiting.take_if(|expected| expected.count == self.took.len()) {
            let _ = expected.arrived.send(std::mem::take(&mut self.took));
        }
    }
}

/// Made and thrown away, as if put into a queue.
fn key(pod: &Pod) {
    let namespace = pod.metadata.namespace.as_deref().unwrap_or_default();
    let name = pod.metadata.name.as_deref().unwrap_or_default();
    black_box(format!("{namespace}/{name}"));
}

fn nanoseconds(time: SystemTime) -> i64 {
    time.duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_nanos() as i64)
}
