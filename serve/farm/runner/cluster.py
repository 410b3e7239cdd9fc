"""Runs one job of plyglot farm on a cluster of HyperQueue in this process, to its end."""

import json
import sys

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig
from hyperqueue.ffi.protocol import ResourceRequest

with open(sys.argv[1]) as file:
    work = json.load(file)

with LocalCluster(work["folder"]) as cluster:
    for _ in range(work["workers"]):
        cluster.start_worker(WorkerConfig(cores=work["cpus"]))
    client = cluster.client()
    # A task that fails ends no other.
    job = Job(max_fails=None)
    for task in work["tasks"]:
        job.program(
            task["command"],
            stdout=task["output"],
            stderr=task["errors"],
            priority=task["priority"],
            resources=ResourceRequest(cpus=task["cpus"]),
        )
    submitted = client.submit(job)
    # What failed shows in the files of its task.
    client.wait_for_jobs([submitted], raise_on_error=False)
