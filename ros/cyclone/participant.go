package cyclone

/*
#include "endpoint.h"
#include "said.h"
#include <stdlib.h>
*/
import "C"

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"gonao/ros"
)

// participant is the process's presence in one domain.
type participant struct {
	domain    uint32
	distro    string         // ROS_DISTRO
	entity    C.dds_entity_t // the participant
	scope     C.dds_entity_t // the domain
	gid       gid
	rcvbuf    int
	users     int // backends, guarded by joined.mu
	ids       atomic.Uint32
	calls     atomic.Int64  // requests sent, over all clients of the process
	turns     chan struct{} // slots for readers inside C
	monitor   *monitor
	peers     *peers
	discovery *discovery
}

// joined holds what DDS needs once per process and domain, for any number of open backends.
var joined = struct {
	mu           sync.Mutex
	participants map[uint32]*participant
}{participants: map[uint32]*participant{}}

// backend is one user of the participant.
type backend struct {
	*participant
	once sync.Once
}

// Open joins the DDS domain ROS_DOMAIN_ID.
func Open() (ros.Backend, error) {
	domain, err := domainID(os.Getenv)
	if err != nil {
		return nil, fmt.Errorf("open Cyclone DDS: %w", err)
	}
	joined.mu.Lock()
	defer joined.mu.Unlock()
	p := joined.participants[domain]
	if p == nil {
		if p, err = join(domain); err != nil {
			return nil, fmt.Errorf("open Cyclone DDS, domain %d: %w", domain, err)
		}
		joined.participants[domain] = p
	}
	p.users++
	return &backend{participant: p}, nil
}

func join(domain uint32) (*participant, error) {
	xml, err := config(os.Getenv, rmemMax())
	if err != nil {
		return nil, err
	}
	text, enclave := C.CString(xml), C.CString("enclave=/;")
	defer C.free(unsafe.Pointer(text))
	defer C.free(unsafe.Pointer(enclave))
	p := &participant{domain: domain, distro: os.Getenv("ROS_DISTRO"), turns: make(chan struct{}, 2*runtime.GOMAXPROCS(0))}
	before := udpSockets()
	C.gn_listen(true)
	defer C.gn_listen(false)
	if p.scope = C.dds_create_domain(C.dds_domainid_t(domain), text); p.scope < 0 {
		return nil, joinError(p.scope)
	}
	if p.entity = C.gn_participant(C.dds_domainid_t(domain), enclave); p.entity < 0 {
		C.dds_delete(p.scope)
		return nil, joinError(p.entity)
	}
	p.gid = entityGID(p.entity)
	p.rcvbuf = grantedBuffer(before)
	if err := p.lookAround(); err != nil {
		return nil, errors.Join(err, p.leave())
	}
	return p, nil
}

// lookAround starts the watches of other participants and of our own endpoints.
func (p *participant) lookAround() (err error) {
	if p.monitor, err = newMonitor(); err != nil {
		return err
	}
	if p.peers, err = newPeers(p); err != nil {
		return err
	}
	if p.discovery, err = newDiscovery(p); err != nil {
		return err
	}
	p.peers.mu.Lock()
	defer p.peers.mu.Unlock()
	p.peers.discovery = p.discovery
	return nil
}

// joinError returns why the process cannot join the domain, in Cyclone's words, and which setting to change.
func joinError(rc C.dds_return_t) error {
	said := C.GoString(C.gn_said())
	user := os.Getenv("CYCLONEDDS_URI")
	switch {
	case strings.Contains(said, "participant index"):
		return fmt.Errorf("all places for processes of this host are taken (%s): raise "+
			"Discovery/MaxAutoParticipantIndex in CYCLONEDDS_URI, %d unless it says otherwise, or use another ROS_DOMAIN_ID",
			said, maxIndex)
	case said == "":
		return fmt.Errorf("%w (CYCLONEDDS_URI=%q)", rcError(rc), user)
	case user != "":
		return fmt.Errorf("%s (CYCLONEDDS_URI=%q: expected Cyclone DDS's XML, or file:// and its path)", said, user)
	}
	return errors.New(said)
}

// Participant is our GUID.
func (b *backend) Participant() [16]byte { return b.gid }

// SetEnclave announces the SROS 2 enclave of the process; the last one holds.
func (b *backend) SetEnclave(name string) error {
	text := C.CString("enclave=" + name + ";")
	defer C.free(unsafe.Pointer(text))
	if rc := C.gn_set_user_data(b.entity, text); rc != 0 {
		return fmt.Errorf("enclave %s: %w", name, rcError(rc))
	}
	return nil
}

// ReceiveBuffer returns the size that the kernel granted, in bytes.
func (b *backend) ReceiveBuffer() int { return b.rcvbuf }

// Close closes the backend. The last one of the process leaves the domain.
func (b *backend) Close() error {
	var err error
	b.once.Do(func() {
		joined.mu.Lock()
		defer joined.mu.Unlock()
		if b.users--; b.users > 0 {
			return
		}
		delete(joined.participants, b.domain)
		err = b.leave()
	})
	return err
}

func (p *participant) leave() error {
	if p.discovery != nil {
		p.discovery.close()
	}
	if p.peers != nil {
		p.peers.close()
	}
	if p.monitor != nil {
		defer p.monitor.close() // endpoints that were not closed may still write to its event
	}
	rc1, rc2 := C.dds_delete(p.entity), C.dds_delete(p.scope)
	if rc1 != 0 || rc2 != 0 {
		return errors.New("close Cyclone DDS: entities are still in use")
	}
	return nil
}

// newID names a service's server or client: the participant's prefix and a count.
func (p *participant) newID() [16]byte {
	id := [16]byte(p.gid)
	binary.BigEndian.PutUint32(id[12:], p.ids.Add(1))
	return id
}
