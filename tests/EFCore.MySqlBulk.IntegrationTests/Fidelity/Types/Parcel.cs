namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;

/// <summary>A class that is stored as JSON.</summary>
internal sealed record Parcel(string To, decimal Weight, int[] Stops)
{
    public override string ToString() => $"{To} {Weight} [{string.Join(',', Stops)}]";
}
