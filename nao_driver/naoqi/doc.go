// Package naoqi drives a NAO with the maker's own firmware, NAOqi 2.1 to 2.8 on a V4, V5
// or V6, over the network: joints and stiffness, sensors, walking and postures, LEDs,
// speech and cameras. The protocol, QiMessaging, is that of package
// github.com/lugu/qiloop; qi/services.qi.idl lists the methods that are called.
//
// A [Driver] runs the cycle of package body as far as NAOqi goes; what is missing is
// missing in [nao.State.Capabilities] too. The greatest difference is time: a state comes
// when it is requested, 50 times a second, not every 12 ms. So nothing that balances by
// itself can run above it; walking is left to NAOqi's own ALMotion, see [Driver.Walk].
//
// Joint angles come from ALMotion, which reads the present sensors. All other values come
// from ALMemory, which NAOqi 2.8 refreshes only twice a second. The DCM is
// never used.
//
// NAOqi keeps the motors as they were when its client is gone. A driver that ends lets the
// robot down. A driver that is killed cannot; the next driver does it, if nobody commands
// it in time.
package naoqi
