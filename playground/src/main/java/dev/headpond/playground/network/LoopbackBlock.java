package dev.headpond.playground.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.BitSet;

/// The loopback addresses of one playground: pods get 127.1.N.y, Services 127.2.N.y. Linux answers on all of 127/8
/// without any set-up, so each pod can listen on the port that its spec names. N tells apart playgrounds that run on
/// one machine at the same time: each holds its block by listening on 127.1.N.1.
///
/// Safe for use by any thread.
public final class LoopbackBlock implements AutoCloseable {
    private static final int BLOCKS_MAX = 200;
    private static final int FIRST = 2;
    private static final int LAST = 250;
    /// A port that nothing known uses; it only marks the block as taken.
    private static final int CLAIM_PORT = 27_101;

    private final int number;
    private final ServerSocket claim;
    private final Range pods = new Range("pods");
    private final Range services = new Range("Services");

    /// Last bytes 2..250, handed out in turn: an address that was given back is taken again last, since connections to
    /// its ports may linger.
    private static final class Range {
        private final String what;
        private final BitSet taken = new BitSet();
        private int next = FIRST;

        private Range(String what) {
            this.what = what;
        }

        private int take() {
            int host = taken.nextClearBit(next);
            if (host > LAST) host = taken.nextClearBit(FIRST);
            if (host > LAST) throw new IllegalStateException("more than " + (LAST - FIRST + 1) + " " + what);
            taken.set(host);
            next = host + 1;
            return host;
        }
    }

    private LoopbackBlock(int number, ServerSocket claim) {
        this.number = number;
        this.claim = claim;
    }

    /// The first free block of this machine.
    ///
    /// @throws IOException where none can be had, as on systems that know 127.0.0.1 only
    public static LoopbackBlock claim() throws IOException {
        IOException last = null;
        for (int number = 0; number < BLOCKS_MAX; number++) {
            var socket = new ServerSocket();
            try {
                socket.bind(new InetSocketAddress(address(1, number, 1), CLAIM_PORT));
                return new LoopbackBlock(number, socket);
            } catch (IOException e) {
                socket.close();
                last = e;
            }
        }
        throw new IOException(
                "no block of loopback addresses is free (127.1.N.1, port " + CLAIM_PORT
                        + "): the playground needs Linux, where all of 127.0.0.0/8 answers",
                last);
    }

    private static InetAddress address(int net, int block, int host) {
        try {
            return InetAddress.getByAddress(new byte[] {127, (byte) net, (byte) block, (byte) host});
        } catch (IOException e) {
            throw new UncheckedIOException("four bytes are always an address", e);
        }
    }

    public synchronized InetAddress takePodAddress() {
        return address(1, number, pods.take());
    }

    public synchronized void givePodAddressBack(InetAddress address) {
        pods.taken.clear(address.getAddress()[3] & 0xFF);
    }

    public synchronized InetAddress takeServiceAddress() {
        return address(2, number, services.take());
    }

    public synchronized void giveServiceAddressBack(InetAddress address) {
        services.taken.clear(address.getAddress()[3] & 0xFF);
    }

    /// Marks a Service's address as taken if it is one of this block; false if it is not.
    synchronized boolean adoptServiceAddress(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length != 4 || bytes[0] != 127 || bytes[1] != 2 || bytes[2] != (byte) number) return false;
        services.taken.set(bytes[3] & 0xFF);
        return true;
    }

    @Override
    public void close() throws IOException {
        claim.close();
    }
}
