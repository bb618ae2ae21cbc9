package studio

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What users of other editors ask for: all of it on their own machine. A studio that serves its page, a document and a
// robot has no connection that leaves the machine. The page's own answers allow it none either (studio/door).
func TestTheStudioReachesNobodyOutside(t *testing.T) {
	s := newEditing(t)
	c := s.dial(t, s.keys.Driver)
	open(t, c)
	var words map[string]any
	require.NoError(t, c.CallJSON(t.Context(), "studio/vocabulary", struct{}{}, &words))
	q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url("http")+"/", nil)
	require.NoError(t, err)
	answer, err := http.DefaultClient.Do(q)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())

	own := map[string]bool{} // sockets of this process
	files, err := filepath.Glob("/proc/self/fd/*")
	require.NoError(t, err)
	for _, file := range files {
		target, _ := os.Readlink(file) // one that was closed during that time has none
		if inode, ok := strings.CutPrefix(target, "socket:["); ok {
			own[strings.TrimSuffix(inode, "]")] = true
		}
	}
	connections := 0
	for _, table := range []string{"tcp", "tcp6", "udp", "udp6"} {
		text, err := os.ReadFile("/proc/self/net/" + table)
		require.NoError(t, err)
		for line := range strings.Lines(string(text)) {
			fields := strings.Fields(line)
			if len(fields) < 10 || !own[fields[9]] {
				continue
			}
			remote := remoteAddress(t, fields[2])
			require.True(t, remote.IsLoopback() || remote.IsUnspecified(), "%s: %s", table, remote)
			if remote.IsLoopback() {
				connections++
			}
		}
	}
	require.Positive(t, connections, "those of this test are found")
}

// remoteAddress reads an address as /proc/net has it: words of four bytes in the order of the processor.
func remoteAddress(t *testing.T, text string) net.IP {
	t.Helper()
	words, _, ok := strings.Cut(text, ":")
	require.True(t, ok, text)
	var ip net.IP
	for i := 0; i+8 <= len(words); i += 8 {
		word, err := strconv.ParseUint(words[i:i+8], 16, 32)
		require.NoError(t, err, fmt.Sprint(text))
		ip = append(ip, byte(word), byte(word>>8), byte(word>>16), byte(word>>24))
	}
	return ip
}
