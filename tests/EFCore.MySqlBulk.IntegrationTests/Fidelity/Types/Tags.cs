namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;

/// <summary>A class that a converter stores as text.</summary>
internal sealed record Tags(string Words);
