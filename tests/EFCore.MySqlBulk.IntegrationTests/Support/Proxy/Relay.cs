using System.Diagnostics;
using System.Net.Sockets;
using System.Threading.Channels;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Proxy;

/// <summary>One direction of a link: reads what one side sends, and writes it to the other as its policy says.</summary>
internal sealed class Relay(ProxyLink link, Socket from, Socket to, bool toServer, FaultPolicy policy)
{
    private readonly FlowPolicy _flow = toServer ? policy.ToServer : policy.ToClient;
    private readonly PacketSplitter _splitter = new();

    // Error 4031, ER_CLIENT_INTERACTION_TIMEOUT, in a packet that begins with number 0.
    private static readonly byte[] Farewell = [0x1C, 0, 0, 0, 0xFF, 0xBF, 0x0F, .. "#HY000Disconnected: idle."u8];

    // Bounded, as a network is: a peer that does not read stops the sender.
    private readonly Channel<RelayedBytes> _underWay = Channel.CreateBounded<RelayedBytes>(policy.SocketBytes is null ? 256 : 2);

    public Task RunAsync() => Task.WhenAll(ReadAsync(), WriteAsync());

    private async Task ReadAsync()
    {
        try
        {
            byte[] buffer = new byte[policy.SocketBytes ?? 65_536];
            int count;
            while ((count = await from.ReceiveAsync(buffer, link.Stopped).ConfigureAwait(false)) > 0)
            {
                foreach ((byte[] bytes, Fault fault) in Pieces(buffer.AsSpan(0, count)))
                    await _underWay.Writer.WriteAsync(new(bytes, Due(), link.RoundTripOf(toServer), fault), link.Stopped).ConfigureAwait(false);
            }
            _underWay.Writer.Complete();
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or OperationCanceledException)
        {
            _underWay.Writer.Complete(exception);
        }
    }

    private async Task WriteAsync()
    {
        try
        {
            await foreach (RelayedBytes relayed in _underWay.Reader.ReadAllAsync(link.Stopped).ConfigureAwait(false))
            {
                await WaitUntilAsync(relayed.Due).ConfigureAwait(false);
                if (!await PassAsync(relayed).ConfigureAwait(false))
                    return;
            }
            to.Shutdown(SocketShutdown.Send);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            link.Reset();
        }
        catch (OperationCanceledException)
        {
            // The link has ended, or was cut.
        }
    }

    private async Task<bool> PassAsync(RelayedBytes relayed)
    {
        switch (relayed.Fault)
        {
            case Fault.Stall:
                await Task.Delay(Timeout.Infinite, link.Stopped).ConfigureAwait(false);
                return false;
            case Fault.Cut:
                link.Cut();
                return false;
            case Fault.ResetBefore:
                link.Reset();
                return false;
            case Fault.ResetMidway:
                await to.SendAsync(relayed.Bytes.AsMemory(0, relayed.Bytes.Length / 2), link.Stopped).ConfigureAwait(false);
                link.Reset();
                return false;
            case Fault.Truncate:
                await to.SendAsync(relayed.Bytes.AsMemory(0, relayed.Bytes.Length / 2), link.Stopped).ConfigureAwait(false);
                return true;
            case Fault.Lose:
                return true;
            case Fault.Corrupt:
                relayed.Bytes.AsSpan(0, RelayedPacket.HeaderBytes).Reverse();
                break;
            case Fault.Farewell:
                await to.SendAsync((byte[])[.. relayed.Bytes, .. Farewell], link.Stopped).ConfigureAwait(false);
                link.Close();
                return false;
            case Fault.Delay:
                await Task.Delay(policy.Delay, link.Stopped).ConfigureAwait(false);
                break;
        }

        link.Arriving(toServer, relayed.RoundTrip);
        for (int start = 0; start < relayed.Bytes.Length; start += _flow.PieceBytes ?? relayed.Bytes.Length)
        {
            int length = Math.Min(_flow.PieceBytes ?? relayed.Bytes.Length, relayed.Bytes.Length - start);
            await to.SendAsync(relayed.Bytes.AsMemory(start, length), link.Stopped).ConfigureAwait(false);
        }
        if (relayed.Fault == Fault.CloseAfter)
            link.Close();
        else if (relayed.Fault == Fault.CloseHalf)
            to.Shutdown(SocketShutdown.Send);
        return relayed.Fault is Fault.None or Fault.Corrupt or Fault.Delay;
    }

    // Packets that came together are written together, unless the policy or a fault separates them.
    private IEnumerable<(byte[] Bytes, Fault Fault)> Pieces(ReadOnlySpan<byte> received)
    {
        List<(byte[] Bytes, Fault Fault)> pieces = [];
        _splitter.Append(received);
        List<byte> together = [];
        while (TakeNext() is { } bytes)
        {
            RelayedPacket packet = new(toServer, bytes) { IsEncrypted = link.IsEncrypted };
            if (!packet.IsEncrypted)
                link.Count(packet);
            if (policy.HidesTls && packet.IsGreeting)
                packet.HideTls(bytes);
            Fault fault = policy.OnPacket?.Invoke(link, packet) ?? Fault.None;
            if (fault == Fault.None && !_flow.PacketPerWrite)
            {
                together.AddRange(bytes);
                continue;
            }
            if (together.Count > 0)
                pieces.Add(([.. together], Fault.None));
            together.Clear();
            pieces.Add((bytes, fault));
        }
        if (link.IsEncrypted && !policy.HasRecords)
            together.AddRange(_splitter.TakeRest());
        if (together.Count > 0)
            pieces.Add(([.. together], Fault.None));
        return pieces;
    }

    private byte[]? TakeNext() => !link.IsEncrypted ? _splitter.TakeNext() : policy.HasRecords ? _splitter.TakeRecord() : null;

    private long Due() => _flow.Delay == default ? 0 : Stopwatch.GetTimestamp() + (long)(_flow.Delay.TotalSeconds * Stopwatch.Frequency);

    private async Task WaitUntilAsync(long due)
    {
        if (due != 0 && Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), due) is { Ticks: > 0 } rest)
            await Task.Delay((int)Math.Ceiling(rest.TotalMilliseconds), link.Stopped).ConfigureAwait(false);
    }
}
