package cyclone

/*
#include "endpoint.h"
*/
import "C"

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unsafe"

	"gonao/internal/latest"
	"gonao/ros"
)

// info is a reader or writer of any participant. It never changes.
type info struct {
	guid, participant    gid
	topic, typ, userData string
	rosType, hash        string
	writer               bool
	qos                  ros.QoS
}

// onTopic are the readers and writers of one DDS topic.
type onTopic struct{ readers, writers []*info }

// side are its writers or its readers.
func (t *onTopic) side(writer bool) *[]*info {
	if writer {
		return &t.writers
	}
	return &t.readers
}

// origin is a participant.
type origin struct {
	userData string
	host     string // "" if not known
	pid      int    // 0 if not known
}

// peers holds all participants that DDS has discovered, including our own.
type peers struct {
	event *os.File // counts changes
	done  chan struct{}

	mu        sync.Mutex         // locked before discovery.mu, when both are held
	watch     *C.struct_gn_watch // nil after close
	endpoints map[gid]*info
	topics    map[string]*onTopic // the same, by DDS topic
	processes map[gid]origin
	notify    map[chan<- struct{}]struct{}
	discovery *discovery  // nil until it is created
	tidying   *time.Timer // calls tidy; nil while no participant has left
}

func newPeers(p *participant) (*peers, error) {
	var rc C.dds_return_t
	w := C.gn_watch_new(p.entity, &rc)
	if w == nil {
		return nil, fmt.Errorf("watch participants: %w", rcError(rc))
	}
	s := &peers{
		event: os.NewFile(uintptr(w.event), "event of discovery"), done: make(chan struct{}), watch: w,
		endpoints: map[gid]*info{}, topics: map[string]*onTopic{},
		processes: map[gid]origin{}, notify: map[chan<- struct{}]struct{}{},
	}
	go s.run()
	return s, nil
}

// gatherChanges is how long changes are gathered before they are reported: a process
// brings dozens of endpoints.
const gatherChanges = 5 * time.Millisecond

func (s *peers) run() {
	defer close(s.done)
	count := make([]byte, 8)
	for {
		if _, err := s.event.Read(count); err != nil {
			return
		}
		time.Sleep(gatherChanges)
		s.mu.Lock()
		if s.watch == nil {
			s.mu.Unlock()
			return
		}
		s.refresh()
		s.mu.Unlock()
		s.changed()
	}
}

// refresh reads the changes; mu must be held.
func (s *peers) refresh() {
	if s.watch == nil {
		return
	}
	for kind := range C.int(C.gn_kinds) {
		var c C.struct_gn_info
		for C.gn_watch_next(s.watch, kind, &c) {
			s.take(kind, &c)
			C.gn_info_free(&c)
		}
	}
}

func (s *peers) take(kind C.int, c *C.struct_gn_info) {
	guid := *(*gid)(unsafe.Pointer(&c.guid))
	switch {
	case !bool(c.alive) && kind == C.gn_participants:
		s.departed(guid)
	case !bool(c.alive):
		s.drop(guid)
	case kind == C.gn_participants:
		pid, _ := strconv.Atoi(goString(c.pid)) // 0: not known
		s.processes[guid] = origin{userData: userData(c), host: goString(c.host), pid: pid}
	default:
		i := &info{
			guid: guid, participant: *(*gid)(unsafe.Pointer(&c.participant)),
			topic: C.GoString(c.topic), typ: C.GoString(c._type), userData: userData(c),
			writer: kind == C.gn_writers, qos: goQoS(c.qos),
		}
		i.rosType, i.hash = rosType(i.typ), typeHash(i.userData)
		s.drop(guid) // its QoS may have changed
		s.add(i)
	}
}

func (s *peers) add(i *info) {
	s.endpoints[i.guid] = i
	t := s.topics[i.topic]
	if t == nil {
		t = &onTopic{}
		s.topics[i.topic] = t
	}
	side := t.side(i.writer)
	*side = append(*side, i)
}

func (s *peers) drop(guid gid) {
	i := s.endpoints[guid]
	if i == nil {
		return
	}
	delete(s.endpoints, guid)
	t := s.topics[i.topic]
	side := t.side(i.writer)
	*side = slices.DeleteFunc(*side, func(o *info) bool { return o == i })
	if len(t.readers)+len(t.writers) == 0 {
		delete(s.topics, i.topic)
	}
}

func goString(c *C.char) string {
	if c == nil {
		return ""
	}
	return C.GoString(c)
}

func userData(c *C.struct_gn_info) string {
	return C.GoStringN(c.user_data, C.int(c.user_data_size))
}

func goQoS(q C.struct_gn_qos) ros.QoS {
	out := ros.QoS{
		Reliable: bool(q.reliable), TransientLocal: bool(q.transient_local), KeepAll: bool(q.keep_all),
		Depth: int(q.depth), Deadline: time.Duration(q.deadline_ns), Lifespan: time.Duration(q.lifespan_ns),
		ManualLiveliness: bool(q.manual), Lease: time.Duration(q.lease_ns),
	}
	if out.KeepAll {
		out.Depth = 0
	}
	return out
}

// look calls f with the present state; f must not keep the maps, and may lock discovery.mu.
func (s *peers) look(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refresh()
	f()
}

// changed notifies all watchers.
func (s *peers) changed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.notify {
		latest.Notify(c)
	}
}

// NotifyGraph reports changes of discovery and of ros_discovery_info.
func (b *backend) NotifyGraph(changed chan<- struct{}) (stop func()) {
	s := b.peers
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notify[changed] = struct{}{}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.notify, changed)
	}
}

func (s *peers) close() {
	s.mu.Lock()
	w := s.watch
	s.watch = nil
	if s.tidying != nil {
		s.tidying.Stop()
	}
	s.mu.Unlock()
	_, _ = s.event.Write([]byte{1, 0, 0, 0, 0, 0, 0, 0})
	<-s.done
	C.gn_watch_free(w) // its listeners write to the event until here
	_ = s.event.Close()
}

// participantOf is the participant that an endpoint belongs to.
func participantOf(g gid) gid {
	const participantEntity = "\x00\x00\x01\xc1"
	copy(g[12:], participantEntity)
	return g
}

// fastVendor is the vendor of Fast DDS.
var fastVendor = [2]byte{1, 0x0f}

// rmwOf guesses the middleware of a process from its vendor, with which the GUID
// begins, and from the user data that every middleware of ROS 2 sets.
func rmwOf(participant gid, p origin) string {
	if !strings.Contains(p.userData, "enclave=") {
		return "" // not a ROS topic
	}
	switch [2]byte(participant[:2]) {
	case [2]byte{1, 0x10}:
		return "rmw_cyclonedds_cpp"
	case fastVendor:
		return "rmw_fastrtps_cpp"
	case [2]byte{1, 1}:
		return "rmw_connextdds"
	}
	return ""
}

// typeHash returns the hash in an endpoint's user data, "" if it has none.
func typeHash(userData string) string {
	for part := range strings.SplitSeq(userData, ";") {
		if hash, ok := strings.CutPrefix(strings.TrimSpace(part), "typehash="); ok {
			return hash
		}
	}
	return ""
}
