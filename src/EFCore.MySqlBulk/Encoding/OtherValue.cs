using EFCore.MySqlBulk.Mapping.Values;

namespace EFCore.MySqlBulk.Encoding;

/// <summary>A value that goes as a parameter of a literal statement, because only its type mapping knows how to send it.</summary>
internal readonly record struct OtherValue(ValueMap Column, object Value);
