package cyclone

import (
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"gonao/ros"
	"gonao/ros/cdr"
)

const (
	discoveryTopic = "ros_discovery_info"
	discoveryType  = "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_"
	discoveryHash  = "RIHS01_91a0593bacdcc50ea9bdcf849a938b128412cc1ea821245c663bcd26f83c295e"
)

// nodeEntities is a node with its endpoints, as in ros_discovery_info.
type nodeEntities struct {
	namespace, name  string
	readers, writers []gid
}

func (n *nodeEntities) fullName() string {
	return ros.NodeInfo{Namespace: n.namespace, Name: n.name}.FullName()
}

// participantEntities is one sample of ros_discovery_info: all nodes of a process.
type participantEntities struct {
	gid   gid
	nodes []*nodeEntities
}

// gidSize is the length of a Gid on the wire: 24 up to Humble, 16 since.
func gidSize(distro string) int {
	if old(distro) {
		return 24
	}
	return 16
}

func (p *participantEntities) marshal(size int) []byte {
	header := cdr.Header()
	var w cdr.Writer
	w.Reset(header[:])
	put := func(g gid) {
		for i := range size {
			if i < len(g) {
				w.Uint8(g[i])
				continue
			}
			w.Uint8(0)
		}
	}
	puts := func(list []gid) {
		w.Count(len(list))
		for _, g := range list {
			put(g)
		}
	}
	put(p.gid)
	w.Count(len(p.nodes))
	for _, n := range p.nodes {
		w.String(n.namespace)
		w.String(n.name)
		puts(n.readers)
		puts(n.writers)
	}
	return w.Bytes()
}

func unmarshalEntities(data []byte, size int) (participantEntities, error) {
	var p participantEntities
	var r cdr.Reader
	if err := r.Open(data); err != nil {
		return p, err
	}
	take := func() (g gid) {
		for i := range size {
			if v := r.Uint8(); i < len(g) {
				g[i] = v
			}
		}
		return g
	}
	takes := func() (list []gid) {
		for range r.Count(size) {
			list = append(list, take())
		}
		return list
	}
	p.gid = take()
	const smallestNode = 4 * 4
	for range r.Count(smallestNode) {
		n := &nodeEntities{}
		r.String(&n.namespace)
		r.String(&n.name)
		n.readers, n.writers = takes(), takes()
		p.nodes = append(p.nodes, n)
	}
	return p, r.Close()
}

// heard is the state of another participant.
type heard struct {
	participantEntities
	when time.Time
}

// discovery publishes our nodes, and stores those of others.
type discovery struct {
	size   int // size of a Gid
	writer *writer
	reader *reader

	changed func() // called, unlocked, when the nodes of any participant change

	mu     sync.Mutex
	own    participantEntities
	others map[gid]heard
	warned struct{ forged, full bool } // what has been logged
	sent   time.Time                   // when own was last published
	later  *time.Timer                 // publishes later changes; nil: no changes
	closed bool
}

func newDiscovery(p *participant) (*discovery, error) {
	d := &discovery{
		size:   gidSize(p.distro),
		own:    participantEntities{gid: p.gid},
		others: map[gid]heard{}, changed: p.peers.changed,
	}
	spec := endpointSpec{
		topic: discoveryTopic, typ: discoveryType, hash: discoveryHash,
		qos: ros.QoS{Reliable: true, TransientLocal: true, Depth: 1},
	}
	var err error
	if d.writer, err = newWriter(p, spec); err != nil {
		return nil, err
	}
	spec.qos.KeepAll, spec.ignoreLocal = true, true
	if d.reader, err = newReader(p, spec, d.hear); err != nil {
		return nil, err
	}
	return d, nil
}

// otherSize is the length of a Gid in the distributions whose wire format differs from ours: we can show their nodes, but
// they cannot show ours.
func otherSize(size int) int { return gidSize("humble") + gidSize("") - size }

// Limits of the data stored about other participants.
const (
	mostParticipants = 1000
	mostState        = 1 << 20 // bytes of a participant's message
)

// hear stores a participant's state. A state that cannot be decoded, is too large, or was sent by a participant other
// than the one it describes is dropped: otherwise any participant could fill our memory, or remove the nodes of others
// from the graph.
func (d *discovery) hear(data []byte, from source) {
	if len(data) < cdr.HeaderSize+len(gid{}) || len(data) > mostState {
		return
	}
	sender, ok := from.participant()
	if !ok {
		return // it has left
	}
	claimed := gid(data[cdr.HeaderSize:])
	if sender != claimed {
		d.warnOnce(&d.warned.forged, "a participant reports nodes of another one, which is ignored", "sender", sender, "claims", claimed)
		return
	}
	entities, err := unmarshalEntities(data, d.size)
	if err != nil {
		entities, err = unmarshalEntities(data, otherSize(d.size))
	}
	if err != nil {
		return
	}
	d.mu.Lock()
	_, there := d.others[sender]
	full := !there && len(d.others) >= mostParticipants
	if !full {
		d.others[sender] = heard{entities, time.Now()}
	}
	d.mu.Unlock()
	if full {
		d.warnOnce(&d.warned.full, "nodes of more participants are not listed", "most", mostParticipants)
		return
	}
	d.changed()
}

// warnOnce logs a warning unless it was logged before.
func (d *discovery) warnOnce(done *bool, text string, args ...any) {
	d.mu.Lock()
	before := *done
	*done = true
	d.mu.Unlock()
	if !before {
		slog.Warn(text, args...)
	}
}

// nodeOf is the full name of the node that an endpoint belongs to, "" when unknown.
func (d *discovery) nodeOf(g gid) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	nodes := d.own.nodes
	if p := participantOf(g); p != d.own.gid {
		nodes = d.others[p].nodes
	}
	for _, n := range nodes {
		if slices.Contains(n.readers, g) || slices.Contains(n.writers, g) {
			return n.fullName()
		}
	}
	return ""
}

// tellEvery is the least time between two messages of our own state: a node makes
// dozens of endpoints at once, and each message has the whole process.
const tellEvery = 5 * time.Millisecond

// change changes our own state and publishes all of it, at once unless it was published a moment ago.
func (d *discovery) change(alter func(own *participantEntities)) error {
	d.mu.Lock()
	alter(&d.own)
	err := d.announce()
	d.mu.Unlock()
	d.changed()
	return err
}

// announce publishes our nodes now or soon; mu must be held.
func (d *discovery) announce() error {
	rest := tellEvery - time.Since(d.sent)
	switch {
	case d.later != nil || d.closed:
		return nil
	case rest > 0:
		d.later = time.AfterFunc(rest, d.announceLate)
		return nil
	}
	return d.publish()
}

func (d *discovery) announceLate() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return
	}
	d.later = nil
	if err := d.publish(); err != nil {
		slog.Warn("other participants do not see the changed nodes", "error", err)
	}
}

// publish publishes our own state; mu must be held.
func (d *discovery) publish() error {
	d.sent = time.Now()
	if err := d.writer.Publish(d.own.marshal(d.size)); err != nil {
		return fmt.Errorf("announce the nodes on %s: %w", discoveryTopic, err)
	}
	return nil
}

// close removes everything. A delayed announcement is dropped.
func (d *discovery) close() {
	d.mu.Lock()
	d.closed = true
	if d.later != nil {
		d.later.Stop()
	}
	d.mu.Unlock()
	if d.reader != nil {
		_ = d.reader.Close() // the process ends
	}
	_ = d.writer.Close()
}
