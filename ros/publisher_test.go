package ros

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
)

// lending is a backend whose only publisher lends memory. It takes a loan back with
// Publish, as DDS does, which may free it at once.
type lending struct {
	Backend
	NodeHandle
	loan  []byte
	stale bool // something was published out of a loan that was back already
	back  []*byte
}

func (l *lending) CreateNode(string, string) (NodeHandle, error) { return l, nil }
func (l *lending) NotifyGraph(chan<- struct{}) func()            { return func() {} }
func (l *lending) Publisher(TopicSpec) (RawPublisher, error)     { return l, nil }
func (l *lending) Close() error                                  { return nil }
func (l *lending) Subscribers() int                              { return 1 }
func (l *lending) Borrow(size int) []byte                        { l.loan = make([]byte, 0, size); return l.loan }

func (l *lending) Publish(data []byte) error {
	begin := unsafe.SliceData(data)
	for _, b := range l.back {
		l.stale = l.stale || b == begin
	}
	if l.loan != nil && begin == unsafe.SliceData(l.loan) {
		l.back, l.loan = append(l.back, begin), nil
	}
	return nil
}

func TestALoanIsNotWrittenToOnceItIsSent(t *testing.T) {
	l := &lending{}
	n, err := NewNode(t.Context(), l, "talker", NodeOptions{Bare: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	pub, err := Advertise[stdmsgs.String](n, "chatter")
	require.NoError(t, err)
	large, small := strings.Repeat("x", worthBorrowing), "small"
	for _, text := range []string{large, large, small, small, small, large, small} {
		require.NoError(t, pub.Publish(stdmsgs.String{Data: text}))
	}
	require.NotEmpty(t, l.back, "large messages are encoded into loans")
	require.False(t, l.stale)
}
