using System.Globalization;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;

/// <summary>A struct that a converter stores as a number.</summary>
internal readonly record struct Money(decimal Amount)
{
    // Equal amounts are shown alike, whatever their zeros at the end.
    public override string ToString() => Amount.ToString("0.#####", CultureInfo.InvariantCulture);
}
