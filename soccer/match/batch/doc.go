// Package batch plays many matches on many computers, or on this one.
//
// A coordinator holds a queue of jobs, workers take them: JetStream of NATS, embedded in the coordinator's process, or a
// cluster of one's own. A job is one match. It names the build of the program, the class of the machine, and the bundles of
// both teams and of the world by their hashes; whoever cannot play it to the same bytes is refused.
//
//	gonao_jobs     stream    jobs that no worker has finished; a job whose worker dies is handed out again
//	gonao_results  keys      one record a job; the first one stays
//	gonao_logs     objects   a report of every match
//	gonao_bundles  objects   teams and worlds by their hashes
//	gonao_runs     keys      what is played now
//
// Jobs are played at least once, results counted exactly once: a worker stores its log, creates the record, which fails
// where there is one, and acknowledges the job last. A coordinator that is killed finds all records and jobs on its disk
// when it is started again with the same line, and hands out what has no record. One match in fifty is played twice, on two
// workers where there are two, and the digests are compared.
package batch
