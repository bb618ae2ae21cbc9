package simulator

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestSkippedImagesAreReportedAtMostEveryTenSeconds(t *testing.T) {
	var out bytes.Buffer
	s := skipped{log: slog.New(slog.NewTextHandler(&out, nil))}
	begin := time.Unix(1000, 0)
	for second, now := range []struct{ drawn, missed uint64 }{{30, 0}, {55, 5}, {80, 10}, {110, 10}} {
		s.report(begin.Add(time.Duration(second)*time.Second), now.drawn, now.missed)
	}
	require.Equal(t, 1, strings.Count(out.String(), "\n"), out.String())
	require.Contains(t, out.String(), "skipped=5 of=60")
	s.report(begin.Add(11*time.Second), 355, 15)
	require.Equal(t, 2, strings.Count(out.String(), "\n"))
	require.Contains(t, out.String(), "skipped=10 of=310")
	s.report(begin.Add(30*time.Second), 900, 15)
	require.Equal(t, 2, strings.Count(out.String(), "\n"), "nothing was skipped since")
}
