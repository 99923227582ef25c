using System.Runtime.InteropServices;

namespace Cities;

/// <summary>Turns the first Ctrl-C into a cancelled token, so that everything is put away in order. A second one ends the process at once.</summary>
internal sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource _source = new();
    private readonly PosixSignalRegistration _registration;

    public Interruption() => _registration = PosixSignalRegistration.Create(PosixSignal.SIGINT, OnSignal);

    public CancellationToken Token => _source.Token;

    public bool HasHappened => _source.IsCancellationRequested;

    public void Dispose()
    {
        _registration.Dispose();
        _source.Dispose();
    }

    private void OnSignal(PosixSignalContext signal)
    {
        signal.Cancel = !HasHappened;
        // Not Cancel(): it would run the program's continuations on the signal's thread.
        _ = _source.CancelAsync();
    }
}
