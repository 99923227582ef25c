namespace EFCore.MySqlBulk.Pipeline.Wire;

/// <summary>Integers in the format of text rows.</summary>
internal static class IntegerField
{
    // The number of digits that always fit into 64 bits.
    private const int MostDigits = 18;

    /// <summary>Reads a sign and up to 18 digits; anything else is left to a slower reader.</summary>
    public static bool TryRead(ReadOnlySpan<byte> text, out long value)
    {
        value = 0;
        bool isNegative = text is [(byte)'-', ..];
        if (isNegative)
            text = text[1..];
        if (text.Length is 0 or > MostDigits)
            return false;
        foreach (byte digit in text)
        {
            uint number = (uint)digit - '0';
            if (number > 9)
                return false;
            value = (value * 10) + number;
        }

        if (isNegative)
            value = -value;
        return true;
    }
}
