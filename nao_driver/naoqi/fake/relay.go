package fake

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"net"
	"sync"
)

// relay sits between the network and the library's server, and can break connections.
type relay struct {
	socket    string
	listener  net.Listener
	encrypted bool

	mu     sync.Mutex
	conns  map[net.Conn]bool
	gone   bool
	closed bool
	held   chan struct{} // set while the relay stalls; closed when it continues
	left   int64         // number of bytes until all connections are closed; negative: unlimited
}

func newRelay(address, socket string, encrypted bool) (*relay, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	r := &relay{socket: socket, encrypted: encrypted, conns: map[net.Conn]bool{}, left: -1}
	r.listener = listener
	if encrypted {
		certificate, err := selfSigned()
		if err != nil {
			listener.Close()
			return nil, err
		}
		r.listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12})
	}
	go r.accept()
	return r, nil
}

func selfSigned() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}

func (r *relay) address() string {
	scheme := "tcp"
	if r.encrypted {
		scheme = "tcps"
	}
	return scheme + "://" + r.listener.Addr().String()
}

func (r *relay) accept() {
	for {
		conn, err := r.listener.Accept()
		if err != nil {
			return
		}
		inner, err := net.Dial("unix", r.socket)
		if err != nil || !r.keep(conn, inner) {
			conn.Close()
			if inner != nil {
				inner.Close()
			}
			continue
		}
		go r.copy(conn, inner)
		go r.copy(inner, conn)
	}
}

func (r *relay) keep(conns ...net.Conn) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.gone || r.closed {
		return false
	}
	for _, c := range conns {
		r.conns[c] = true
	}
	return true
}

// copy forwards bytes, as many as allowed, until one side closes.
func (r *relay) copy(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		r.wait()
		pass := r.pass(n)
		if _, werr := to.Write(buffer[:pass]); werr != nil || err != nil {
			return
		}
		if pass < n {
			r.drop()
			return
		}
	}
}

// pass returns how many of n bytes may still be forwarded.
func (r *relay) pass(n int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.left < 0 {
		return n
	}
	may := min(int64(n), r.left)
	r.left -= may
	return int(may)
}

// wait blocks while the relay stalls.
func (r *relay) wait() {
	r.mu.Lock()
	held := r.held
	r.mu.Unlock()
	if held != nil {
		<-held
	}
}

func (r *relay) stall(yes bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.held != nil {
		close(r.held)
		r.held = nil
	}
	if yes && !r.closed {
		r.held = make(chan struct{})
	}
}

func (r *relay) dropAfter(bytes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.left = bytes
}

func (r *relay) drop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for c := range r.conns {
		c.Close()
	}
	r.conns, r.left = map[net.Conn]bool{}, -1
}

func (r *relay) away(yes bool) {
	r.mu.Lock()
	r.gone = yes
	r.mu.Unlock()
	if yes {
		r.drop()
	}
}

func (r *relay) close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.stall(false)
	r.listener.Close()
	r.drop()
}
