package demo

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
)

// busyPerCore is the load from which figures of speed are the computer's and not gonao's: the
// demo alone keeps about 0.6 threads busy on each of two cores.
const busyPerCore = 1.2

// load is how many threads want a core of this computer, as a mean of samples.
type load struct{ sum, samples float64 }

// sample adds the threads that run or wait for a core now.
func (l *load) sample() {
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		return // not Linux: the load is unknown
	}
	_, rest, found := bytes.Cut(stat, []byte("procs_running "))
	number, _, _ := bytes.Cut(rest, []byte("\n"))
	running, err := strconv.Atoi(string(number))
	if !found || err != nil {
		return
	}
	l.sum += float64(running)
	l.samples++
}

// perCore returns the mean of the samples for each core; 0 without a sample.
func (l *load) perCore() float64 {
	if l.samples == 0 {
		return 0
	}
	return l.sum / l.samples / float64(runtime.NumCPU())
}
