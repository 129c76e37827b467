//! Keeps a cache of all pods with kube's reflector and answers the commands of bench/peers/README.md.
//!
//! ```text
//! peer-kube-rs [--strip]
//! ```
//!
//! `--strip` drops `managedFields` before an object is cached.

mod handler;
mod pods;
mod process;

use std::{env, error::Error};

use kube::Client;
use serde_json::json;
use tokio::io::{AsyncBufReadExt, BufReader};

use crate::{
    pods::Pods,
    process::{Meter, memory},
};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let strip = match env::args().nth(1).as_deref() {
        None => false,
        Some("--strip") => true,
        Some(other) => return Err(format!("unknown option {other:?}").into()),
    };
    let objects: usize = env::var("PEER_OBJECTS")?.parse()?;
    let client = Client::try_default().await?;
    let mut pods = Pods::new(client, strip, objects);

    let mut commands = BufReader::new(tokio::io::stdin()).lines();
    while let Some(line) = commands.next_line().await? {
        let (command, argument) = line.split_once(' ').unwrap_or((&line, ""));
        let answer = match command {
            "memory" => memory()?,
            "sync" => {
                let meter = Meter::start();
                pods.sync().await?;
                let (seconds, cpu) = meter.stop();
                json!({ "seconds": seconds, "cpu": cpu, "stall": null })
            }
            "read" => json!({ "objects": pods.read()? }),
            "updates" => {
                let meter = Meter::start();
                let arrived = pods.expect(argument.parse()?)?;
                println!("{}", json!({ "ready": true }));
                let latencies = arrived.await?;
                let (seconds, cpu) = meter.stop();
                json!({ "seconds": seconds, "cpu": cpu, "latencies": latencies })
            }
            other => return Err(format!("unknown command {other:?}").into()),
        };
        println!("{answer}");
    }
    Ok(())
}
