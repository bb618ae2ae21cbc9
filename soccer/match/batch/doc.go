// Package batch plays many matches on many computers, or on this one.
//
// A coordinator holds a queue of jobs, workers take them: JetStream of NATS, embedded in the coordinator's process, or a
// separate cluster. A job is one match. It names the build of the program, the class of the machine, and the bundles of
// both teams and of the world by their hashes; a worker that cannot play it with the same bytes is refused.
//
//	gonao_jobs     stream    jobs that no worker has finished; a job whose worker dies is handed out again
//	gonao_results  keys      one record a job; the first one stays
//	gonao_logs     objects   a report of every match
//	gonao_bundles  objects   teams and worlds by their hashes
//	gonao_runs     keys      the present run
//
// Jobs are played at least once, results counted exactly once: a worker stores its log, creates the record, which fails
// if it exists, and acknowledges the job last. A killed coordinator that is restarted with the same command finds all
// records and jobs on its disk, and hands out jobs without a record. One match in fifty is played twice, on two workers
// if possible, and the digests are compared.
package batch
