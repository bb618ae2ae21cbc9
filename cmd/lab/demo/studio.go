package demo

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"gonao/studio/door"
	"gonao/studio/foxglove"
)

// pageArgs returns the launch argument for the studio's page in a directory, which may still be built.
func pageArgs(page string) ([]string, error) {
	if page == "" {
		return nil, nil
	}
	page, err := filepath.Abs(page)
	if err != nil {
		return nil, fmt.Errorf("--page: %w", err)
	}
	return []string{"page:=" + page}, nil
}

// studioPorts is how many ports, from the first on, a studio tries.
const studioPorts, firstStudioPort = 10, 8765

// lookAgain is the pause between two searches for the studio.
const lookAgain = 300 * time.Millisecond

// showStudio prints the link of the studio once there is one and its page is built, if it is not the built-in one. Without npm
// the page is never built, and the script that would build it says so.
func showStudio(ctx context.Context, page string, show func(text string)) {
	path, err := door.DefaultPath()
	if err != nil {
		return
	}
	var ports []int
	for i := range studioPorts {
		ports = append(ports, firstStudioPort+i)
	}
	for ; ctx.Err() == nil; pause(ctx) {
		if _, err := os.Stat(filepath.Join(page, "index.html.gz")); page != "" && err != nil {
			if _, err := exec.LookPath("npm"); err != nil {
				return
			}
			continue
		}
		keys, err := door.ReadKeys(path)
		if err != nil {
			continue // the studio makes them
		}
		if _, link, err := door.Find(ctx, keys, foxglove.Driver, time.Now, ports...); err == nil {
			show("studio: " + link)
			return
		}
	}
}

func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(lookAgain):
	}
}
