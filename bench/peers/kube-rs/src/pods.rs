//! The cache of all pods.

use std::{error::Error, io};

use futures::{StreamExt, TryStreamExt};
use k8s_openapi::api::core::v1::Pod;
use kube::{
    Api, Client, ResourceExt,
    runtime::{WatchStreamExt, reflector, reflector::Store, watcher},
};
use tokio::sync::{mpsc, oneshot};

use crate::handler::{Expected, Handler};

pub struct Pods {
    client: Client,
    strip: bool,
    objects: usize,
    started: Option<Started>,
}

struct Started {
    store: Store<Pod>,
    expected: mpsc::UnboundedSender<Expected>,
}

impl Pods {
    pub fn new(client: Client, strip: bool, objects: usize) -> Self {
        Self {
            client,
            strip,
            objects,
            started: None,
        }
    }

    /// Starts to watch. Ends when the store is ready and the handler has seen every pod.
    pub async fn sync(&mut self) -> Result<(), Box<dyn Error>> {
        let (store, writer) = reflector::store();
        let (expected, expectations) = mpsc::unbounded_channel();
        let (all_seen, seen) = oneshot::channel();
        let mut handler = Handler::new(self.objects, all_seen, expectations);

        let strip = self.strip;
        let events = watcher(
            Api::all(self.client.clone()),
            watcher::Config::default().streaming_lists(),
        )
        .default_backoff()
        .modify(move |pod: &mut Pod| {
            if strip {
                pod.managed_fields_mut().clear();
            }
        })
        .reflect(writer);
        tokio::spawn(async move {
            let mut events = events.boxed();
            loop {
                match events.try_next().await {
                    Ok(Some(event)) => handler.handle(&event),
                    Ok(None) => return,
                    // The watcher tries again: it is only to be known that it had to.
                    Err(error) => eprintln!("{error}"),
                }
            }
        });

        store.wait_until_ready().await?;
        seen.await?;
        self.started = Some(Started { store, expected });
        Ok(())
    }

    /// Has the handler collect the next updates. Gives their latencies in milliseconds when all have come.
    pub fn expect(&self, count: usize) -> Result<oneshot::Receiver<Vec<f64>>, Box<dyn Error>> {
        let (arrived, latencies) = oneshot::channel();
        self.started()?.expected.send(Expected { count, arrived })?;
        Ok(latencies)
    }

    /// Serialises each object to nowhere: that touches every field. There is nothing to decode.
    pub fn read(&self) -> Result<usize, Box<dyn Error>> {
        let all = self.started()?.store.state();
        for pod in &all {
            serde_json::to_writer(io::sink(), pod.as_ref())?;
        }
        if all.len() != self.objects {
            return Err(format!("the cache holds {} pods", all.len()).into());
        }
        Ok(all.len())
    }

    fn started(&self) -> Result<&Started, &'static str> {
        self.started.as_ref().ok_or("not synced yet")
    }
}
