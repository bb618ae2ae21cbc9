package dds

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/ros"
	"gonao/ros/rmw"
)

// Each of crowdProcesses processes has crowdNodes nodes with everything that a node has: parameters, log and type
// descriptions.
const crowdProcesses, crowdNodes = 25, 2

// BenchmarkCrowd measures the time from the start of 25 processes until each sees all 50 nodes, and the memory of one
// node: the memory that its process does not share, and its part of the shared memory. The peers are 25 C programs with
// one reader and one writer each, whose memory is read after the same time.
func BenchmarkCrowd(b *testing.B) {
	useOwnDomain(b)
	var took, memory, theirs []float64
	for b.Loop() {
		begin := time.Now()
		crowd := make([]*process, crowdProcesses)
		for i := range crowd {
			crowd[i] = ours(b, ordinary, "crowd", crowdProcesses*crowdNodes)
		}
		for _, p := range crowd {
			require.Equal(b, "all", p.line(b))
		}
		took = append(took, float64(time.Since(begin).Milliseconds()))
		memory = append(memory, proportional(b, crowd)/crowdNodes)
		kill(crowd)

		for i := range crowd {
			crowd[i] = peers(b, ordinary, "pong")
		}
		for _, p := range crowd {
			p.ready(b)
		}
		theirs = append(theirs, proportional(b, crowd))
		kill(crowd)
	}
	b.ReportMetric(0, "ns/op")
	middle := func(values []float64) float64 {
		samples := make([]sample, len(values))
		for i, v := range values {
			samples[i].p50 = v
		}
		return middle(samples, func(s sample) float64 { return s.p50 })
	}
	b.ReportMetric(middle(took), "ms-to-see-all")
	b.ReportMetric(middle(memory), "kB-per-node")
	b.ReportMetric(middle(theirs), "C-kB-per-process")
}

func kill(crowd []*process) {
	for _, p := range crowd {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	}
}

// proportional returns the mean PSS of processes in kB: the memory of each process, with its part of the memory that it
// shares.
func proportional(b *testing.B, crowd []*process) float64 {
	b.Helper()
	sum := 0.0
	for _, p := range crowd {
		file, err := os.Open(fmt.Sprintf("/proc/%d/smaps_rollup", p.cmd.Process.Pid))
		require.NoError(b, err)
		for lines := bufio.NewScanner(file); lines.Scan(); {
			if rest, ok := strings.CutPrefix(lines.Text(), "Pss:"); ok {
				kB, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
				require.NoError(b, err)
				sum += kB
			}
		}
		require.NoError(b, file.Close())
	}
	return sum / float64(len(crowd))
}

// stand opens nodes, and prints "all" as soon as args[0] nodes are seen.
func stand(ctx context.Context, args []string) error {
	want, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	b, err := rmw.Open()
	if err != nil {
		return err
	}
	defer b.Close()
	var n *ros.Node
	for i := range crowdNodes {
		n, err = ros.NewNode(ctx, b, fmt.Sprintf("node_%d_%d", os.Getpid(), i), ros.NodeOptions{Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			return err
		}
		defer n.Close()
	}
	changed := n.GraphChanged()
	for {
		g, err := n.Graph()
		if err != nil {
			return err
		}
		if len(g.Nodes) >= want {
			fmt.Println("all")
			<-ctx.Done()
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil
		}
	}
}
