namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;

/// <summary>A struct that a converter stores as a number.</summary>
internal readonly record struct Money(decimal Amount);
