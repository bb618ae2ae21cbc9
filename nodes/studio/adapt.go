package studio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"gonao/internal/proc"
	"gonao/studio/foxglove"
)

// adaptRequest adapts a motion to the robot, in the simulator.
type adaptRequest struct {
	Text string `json:"text"`          // of the motion, XML
	Lie  string `json:"lie,omitempty"` // side on which the robot lies at the beginning: front, back, left or right
}

// adaptResponse holds the adapted motion.
type adaptResponse struct {
	Text  string `json:"text"`
	Table string `json:"table"` // what has changed, in Markdown
}

// errorPrefix begins the error of the program, after its progress.
const errorPrefix = "motion_lab: adapt: "

// longestAdapt limits the time of an adaptation. Most take some seconds.
const longestAdapt = 10 * time.Minute

// addAdapt adds the service that adapts motions. The simulator is in another program, which is started for each motion.
func addAdapt(server *foxglove.Server) {
	var turn sync.Mutex // one at a time
	foxglove.AddJSONService(server, "studio/adapt", foxglove.Editor, func(ctx context.Context, _ *foxglove.Session, q adaptRequest) (a adaptResponse, err error) {
		if !turn.TryLock() {
			return a, errors.New("another motion is being adapted: try again")
		}
		defer turn.Unlock()
		return adapt(ctx, q)
	})
}

// adapt runs the program that adapts a motion.
func adapt(ctx context.Context, q adaptRequest) (a adaptResponse, err error) {
	if len(q.Text) > motionLimit {
		return a, fmt.Errorf("a motion of %d bytes: expected at most %d", len(q.Text), motionLimit)
	}
	program, err := proc.Sibling("motion_lab", "simulator for motions")
	if err != nil {
		return a, err
	}
	dir, err := os.MkdirTemp("", "gonao-adapt-")
	if err != nil {
		return a, fmt.Errorf("adapt a motion: %w", err)
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a temporary directory
	if err := os.WriteFile(filepath.Join(dir, "motion.xml"), []byte(q.Text), 0o600); err != nil {
		return a, fmt.Errorf("adapt a motion: %w", err)
	}
	args := []string{"adapt", "motion.xml", "-o", "adapted.xml", "--table", "adapted.md"}
	if q.Lie != "" {
		args = append(args, "--lie="+q.Lie)
	}
	ctx, cancel := context.WithTimeout(ctx, longestAdapt)
	defer cancel()
	var errs bytes.Buffer
	cmd := exec.CommandContext(ctx, program, args...) //nolint:gosec // of the parameters; the arguments are one flag
	cmd.Dir, cmd.Stderr = dir, &errs
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return a, fmt.Errorf("adapt a motion: %w", ctx.Err())
		}
		said := errs.String() // progress, then the error
		if i := strings.LastIndex(said, errorPrefix); i >= 0 {
			said = said[i+len(errorPrefix):]
		}
		return a, errors.New(strings.TrimSpace(said))
	}
	text, err := os.ReadFile(filepath.Join(dir, "adapted.xml"))
	if err != nil {
		return a, fmt.Errorf("adapt a motion: %w", err)
	}
	table, err := os.ReadFile(filepath.Join(dir, "adapted.md"))
	return adaptResponse{Text: string(text), Table: string(table)}, err
}
