namespace EFCore.MySqlBulk.IntegrationTests.Support.Proxy;

/// <summary>Bytes on their way through one direction of a link.</summary>
/// <param name="Bytes">One packet, several that came together, or a part of an encrypted stream.</param>
/// <param name="Due">When they may arrive, on the stopwatch.</param>
/// <param name="RoundTrip">The round trip that they belong to.</param>
/// <param name="Fault">What happens to them.</param>
internal readonly record struct RelayedBytes(byte[] Bytes, long Due, int RoundTrip, Fault Fault);
